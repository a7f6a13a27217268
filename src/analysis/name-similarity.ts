/** The similarity of names, and its reasons. */
import { type Difference, differencesOf } from "./distinctions";
import { areRelated } from "./known-vendors";
import { type Name, wholeProductOf } from "./names";
import { isAbbreviation, wordSimilarity } from "./word-similarity";

/** The knowledge about the words of all names. */
export type Vocabulary = {
  /** Weighs a word by its rarity. */
  weightOf(word: string): number;
  /** Says whether several names have a word, so that it is no slip. */
  isCommon(word: string): boolean;
};

/** The parts of two names that match, and those that don't, as sentences. */
export type Explanation = { matching: string[]; differing: string[] };

/** The similarity of two names. */
export type NameMatch = {
  /** From 0 to 1. */
  alike: number;
  /** Says why; a function, because few of the names that are compared are shown. */
  explain: () => Explanation;
};

/**
 * Says how well a word is found among others, from 0 to 1. Two words that several names have are two words; a name of one word is
 * not abbreviated.
 */
function bestMatch(word: string, others: readonly string[], { isCommon }: Vocabulary, isOnlyWord: boolean): number {
  let best = 0;
  for (const candidate of others) {
    if (candidate === word) return 1;
    if (isCommon(word) && isCommon(candidate)) continue;
    if (isOnlyWord && isAbbreviation(word, candidate)) continue;
    best = Math.max(best, wordSimilarity(word, candidate));
  }
  return best;
}

/** Says how much of some words is found among others: the weight that is found, all of it, and the words that are missing. */
function matched(words: readonly string[], others: readonly string[], vocabulary: Vocabulary) {
  let found = 0;
  let whole = 0;
  const missing: string[] = [];
  for (const word of words) {
    const weight = vocabulary.weightOf(word);
    const match = bestMatch(word, others, vocabulary, words.length === 1 || others.length === 1);
    whole += weight;
    found += weight * match;
    if (match === 0) missing.push(word);
  }
  return { found, whole, missing };
}

/** Says whether a word is the initials of others. @param fewest how many words it must stand for */
const isAcronym = (short: readonly string[], long: readonly string[], fewest: number) =>
  short.length === 1 && long.length >= fewest && short[0] === long.map((word) => word[0]).join("");

/** Says how alike names are that are one but for their spelling, mean one known product, or are the initials of one another. */
const OTHER_SPELLING = 0.97;
const SAME_PRODUCT = 0.97;
const SAME_PART = 0.93;
const ACRONYM = 0.75;
const ACRONYM_OF_VENDOR = 0.9;
/** Says how alike names are of which one means a known product, and the other more or less than that. */
const OTHER_PART = 0.6;
/** Names of which each has a word that the other lacks follow one pattern, and mean two things. */
const PATTERN = 0.7;
/** A name with a word more than the other may mean a part of it. */
const PART = 0.85;
/** Names that are one but for a vendor that only one of them names. */
const ONE_VENDOR = 0.9;
/** Names with one brand, next to which they only say what kind of thing it is. */
const SAME_BRAND = 0.92;
/** Names with two vendors. */
const OTHER_VENDOR = 0.6;
/** Names that say the same of two things in the other direction. */
const REVERSED = 0.6;

const quoted = (words: readonly string[]) => `“${words.join(" ")}”`;

const nothing: NameMatch = { alike: 0, explain: () => ({ matching: [], differing: [] }) };

/** Returns the sentence about words that only one of two names has; none without any. */
const onlyOne = (name: Name, words: readonly string[]): string[] =>
  words.length === 0 ? [] : [`only “${name.text}” says ${quoted(words)}`];

/** Names that mean the same known product: the words next to it decide. */
function compareParts(one: Name, other: Name, vocabulary: Vocabulary): NameMatch {
  const rest = one.recognized?.rest ?? [];
  const otherRest = other.recognized?.rest ?? [];
  const matching = () => [`both names mean ${one.recognized?.product.name}`];
  const same = () => ({ matching: matching(), differing: [] });
  if (rest.length === 0 && otherRest.length === 0) return { alike: SAME_PRODUCT, explain: same };
  const there = matched(rest, otherRest, vocabulary);
  const back = matched(otherRest, rest, vocabulary);
  if (there.missing.length === 0 && back.missing.length === 0) return { alike: SAME_PART, explain: same };
  const differing = () => [...onlyOne(one, there.missing), ...onlyOne(other, back.missing)];
  return { alike: OTHER_PART, explain: () => ({ matching: matching(), differing: differing() }) };
}

/** Names of one order of words and another, as in “A to B” and “B to A”. */
const isReversed = (one: Name, other: Name) =>
  / to |[-=]>|[→⇒»]/i.test(one.text) && one.compact !== other.compact && one.wording !== other.wording;

/**
 * Returns the words by which two names are compared: without their vendor where both may mean the same, else as they are.
 */
function comparedWords(
  one: Name,
  other: Name,
): { words: readonly string[]; others: readonly string[]; factor: number } {
  if (wholeProductOf(one) !== undefined || wholeProductOf(other) !== undefined || one.vendor === other.vendor)
    return one.vendor === other.vendor && one.vendor !== undefined
      ? { words: one.core, others: other.core, factor: 1 }
      : { words: one.words, others: other.words, factor: 1 };
  if (one.vendor !== undefined && other.vendor !== undefined) {
    const factor = areRelated(one.vendor, other.vendor) ? ONE_VENDOR : OTHER_VENDOR;
    return { words: one.core, others: other.core, factor };
  }
  return { words: one.core, others: other.core, factor: ONE_VENDOR };
}

/** Writes what the vendors of two names say that are compared without them. */
function vendorDifference(one: Name, other: Name): string[] {
  const [vendor, ...others] = [one.vendor, other.vendor].filter((found) => found !== undefined);
  if (vendor === undefined || vendor === others[0]) return [];
  return [others.length > 0 ? `they name the vendors ${vendor} and ${others[0]}` : `only one names ${vendor}`];
}

const namesOf = (one: Name, other: Name) => `“${one.text}” and “${other.text}”`;

/** Names that are compared word by word. */
function compareWords(one: Name, other: Name, vocabulary: Vocabulary): NameMatch {
  const { words, others, factor } = comparedWords(one, other);
  const fewest = one.vendor !== undefined && one.vendor === other.vendor ? 2 : 3;
  if (isAcronym(words, others, fewest) || isAcronym(others, words, fewest)) {
    const matching = () => [`one of the names ${namesOf(one, other)} is the initials of the other`];
    return {
      alike: factor * (fewest === 2 ? ACRONYM_OF_VENDOR : ACRONYM),
      explain: () => ({ matching: matching(), differing: vendorDifference(one, other) }),
    };
  }
  const there = matched(words, others, vocabulary);
  const back = matched(others, words, vocabulary);
  const whole = there.whole + back.whole;
  if (whole === 0) return nothing;
  const isBoth = there.missing.length > 0 && back.missing.length > 0;
  const isOne = there.missing.length > 0 || back.missing.length > 0;
  const pattern = isBoth ? PATTERN : isOne ? PART : 1;
  const reversed = !isOne && isReversed(one, other) ? REVERSED : 1;
  const alike = (pattern * factor * reversed * (there.found + back.found)) / whole;
  const explain = () => ({
    matching: [`the names ${namesOf(one, other)} are ${Math.round(100 * alike)} % alike`],
    differing: [
      ...onlyOne(one, there.missing),
      ...onlyOne(other, back.missing),
      ...(factor === 1 ? [] : vendorDifference(one, other)),
      ...(reversed === 1 ? [] : ["their words stand in another order"]),
    ],
  });
  return { alike, explain };
}

/** Vendors who offer what others have made: their name in front of it makes another product. */
const hosts = new Set([
  "Alibaba Cloud",
  "Amazon",
  "Amazon Web Services",
  "DigitalOcean",
  "Google",
  "IONOS",
  "OVHcloud",
]);

/** Says whether two names with the same brand may come from one vendor, of which only one may be named. */
function mayBeOneVendor(one: string | undefined, other: string | undefined): boolean {
  if (one !== undefined && other !== undefined) return areRelated(one, other);
  return !hosts.has(one ?? other ?? "");
}

/** Says how alike two brands are: nothing for most, without comparing their letters. */
function brandSimilarity(one: string, other: string): number {
  if (one === other) return 1;
  if (one[0] !== other[0] || Math.abs(one.length - other.length) > 1) return 0;
  return wordSimilarity(one, other);
}

/** Names of one brand; undefined where there is none, or where they name two kinds of software or two vendors. */
function compareBrands(one: Name, other: Name): NameMatch | undefined {
  const brand = one.brand;
  const otherBrand = other.brand;
  if (!brand || !otherBrand || !(brand.isDistinctive || otherBrand.isDistinctive)) return undefined;
  const alike = brandSimilarity(brand.compact, otherBrand.compact);
  if (alike === 0) return undefined;
  const isOtherKind =
    brand.kinds.length > 0 && otherBrand.kinds.length > 0 && brand.kinds.join() !== otherBrand.kinds.join();
  if (isOtherKind || !mayBeOneVendor(one.vendor, other.vendor)) return undefined;
  const matching = () => [`the names ${namesOf(one, other)} hold the same brand`];
  const explain = () => ({ matching: matching(), differing: vendorDifference(one, other) });
  return { alike: SAME_BRAND * alike, explain };
}

function compare(one: Name, other: Name, vocabulary: Vocabulary): NameMatch {
  const product = wholeProductOf(one);
  const otherProduct = wholeProductOf(other);
  if (product && otherProduct && product !== otherProduct) return nothing;
  if (one.recognized && one.recognized.product === other.recognized?.product)
    return compareParts(one, other, vocabulary);
  if (one.compact === other.compact || one.wording === other.wording) {
    const matching = () => [`the names ${namesOf(one, other)} are one but for their spelling`];
    const explain = () => ({ matching: matching(), differing: [] });
    return { alike: one.text === other.text ? 1 : OTHER_SPELLING, explain };
  }
  const isOneKnown = (product === undefined) !== (otherProduct === undefined);
  return (isOneKnown ? undefined : compareBrands(one, other)) ?? compareWords(one, other, vocabulary);
}

/** Writes a difference as a sentence. */
function differenceText({ kind, values: [one, other] }: Difference): string {
  if (one !== "" && other !== "") return `their ${kind} differs: ${one} and ${other}`;
  return `only one names its ${kind}: ${one || other}`;
}

/** Compares two names without their versions and the like. Cards without names are not alike. */
export function compareNames(one: Name, other: Name, vocabulary: Vocabulary): NameMatch {
  if (one.words.length === 0 || other.words.length === 0) return nothing;
  const { alike, explain } = compare(one, other, vocabulary);
  return {
    alike,
    explain: () => {
      const { matching, differing } = explain();
      const differences = differencesOf(one.distinctions, other.distinctions).map(differenceText);
      return { matching, differing: [...differing, ...differences] };
    },
  };
}

/** Says whether two names mean two known products, or differ in something that distinguishes installations. */
export function areNamesApart(one: Name, other: Name): boolean {
  const product = wholeProductOf(one);
  const otherProduct = wholeProductOf(other);
  if (product && otherProduct && product !== otherProduct) return true;
  return differencesOf(one.distinctions, other.distinctions).some(({ isApart }) => isApart);
}

/** Says how alike two names are as a number from 0 to 1; 0 for names that are apart. */
export const nameSimilarity = (one: Name, other: Name, vocabulary: Vocabulary): number =>
  areNamesApart(one, other) ? 0 : compareNames(one, other, vocabulary).alike;

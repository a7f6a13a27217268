/** Names of vendors: which of them mean the same company, and which a part of another. */
import { candidateKeyPairs } from "./blocking";
import {
  companyWords,
  companyWordsIn,
  findVendor,
  findVendorByName,
  findVendorBySlip,
  type KnownVendor,
  writtenWords,
} from "./known-vendors";
import { legalForms } from "./legal-forms";
import { frequenciesOf, rarity } from "./tf-idf";
import { componentsOf } from "./union-find";
import { isAbbreviation, wordSimilarity } from "./word-similarity";
import { compactOf, trigramsOf } from "./words";

/** Words behind the name of a company that only say what kind of company it is, or where. */
const companyKinds = new Set(
  `america americas asia associates austria china communications computers computing consulting corporation deutschland digital
   emea enterprise enterprises europe france germany global group gruppe headquarters holding holdings india industries
   international ireland italia japan labs media network networks nederland nordic online operations organisation organization
   research services software solution solutions spain schweiz suisse svizzera switzerland system systems technologies technology
   uk us usa worldwide`.split(/\s+/),
);

/** Words that make a platform of a product's name. */
const platformWords = new Set("cloud platform azure aws suite services".split(" "));

/** A company, product or platform with the places of the names that mean it. */
export type Vendor = {
  canonical: string;
  members: number[];
  type: "vendor" | "product" | "platform";
  /** The canonical name of what it is a part of. */
  parent: string | undefined;
  /** The certainty that all names mean the same, from 0 to 1. */
  confidence: number;
};

/** The name of a company in comparable form. */
type CompanyName = {
  words: readonly string[];
  /** The words without those that say what kind of company it is. */
  stem: readonly string[];
  compact: string;
  known: KnownVendor | undefined;
};

/** The similarity from which two names mean the same vendor. */
const SAME = 0.88;
const BY_SPELLING = 0.98;
const BY_ALIAS = 0.95;
const BY_STEM = 0.9;

/** Returns the known company that words mean, without the words at their end that only say what kind of company it is. */
function knownCompany(words: readonly string[]): KnownVendor | undefined {
  const form = words.findIndex((word, at) => at > 0 && legalForms.has(word));
  // The words behind a legal form name a place or a trade.
  const readable = form === -1 ? words : words.slice(0, form + 1);
  for (let length = readable.length; length > 0; length--) {
    const found = findVendor(compactOf(readable.slice(0, length)));
    if (found) return found;
    if (!isCompanyKind(readable[length - 1] as string)) break;
  }
  return findVendorBySlip(compactOf(companyWordsIn(words)));
}

const isCompanyKind = (word: string) => companyKinds.has(word) || legalForms.has(word);

function companyNameOf(text: string): CompanyName {
  const words = companyWords(text);
  const last = words.findLastIndex((word) => !isCompanyKind(word));
  return {
    words,
    stem: words.slice(0, Math.max(last, 0) + 1),
    compact: compactOf(words),
    known: knownCompany(writtenWords(text)),
  };
}

/** Says how alike the words of two names are, both ways; 0 where one has a word that the other lacks. */
function wordsAlike(one: readonly string[], other: readonly string[], weightOf: (word: string) => number): number {
  const isOneWord = one.length === 1 || other.length === 1;
  let found = 0;
  let whole = 0;
  for (const [words, others] of [
    [one, other],
    [other, one],
  ] as const)
    for (const word of words) {
      const alike = others.map((candidate) =>
        isOneWord && isAbbreviation(word, candidate) ? 0 : wordSimilarity(word, candidate),
      );
      const best = Math.max(...alike);
      if (best === 0) return 0;
      found += best * weightOf(word);
      whole += weightOf(word);
    }
  return whole === 0 ? 0 : found / whole;
}

/** Says whether one name is the other with words behind it that only say what kind of company it is. */
function isStemOf(one: CompanyName, other: CompanyName): boolean {
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one];
  return short.words.length < long.words.length && compactOf(long.stem) === short.compact;
}

/** Returns the names of each company that is known or spelled alike, with how sure it is. */
function* equalPairs(names: readonly CompanyName[]): Generator<[number, number, number]> {
  const first = new Map<string, number>();
  for (const [place, { compact, known }] of names.entries()) {
    if (compact === "") continue;
    const key = known?.name ?? `=${compact}`;
    const before = first.get(key);
    if (before === undefined) first.set(key, place);
    else yield [before, place, names[before]?.compact === compact ? BY_SPELLING : BY_ALIAS];
  }
}

/** Returns the pairs of names that nobody knows and that mean the same vendor. */
function* similarPairs(names: readonly CompanyName[]): Generator<[number, number, number]> {
  const unknown = names.flatMap(({ known, compact }, place) => (known || compact === "" ? [] : [place]));
  const some = unknown.map((place) => names[place] as CompanyName);
  const frequencies = frequenciesOf(some.map(({ words }) => words));
  const weightOf = (word: string) => rarity(some.length, frequencies.get(word) ?? 0);
  const features = some.map(({ compact, stem }) => [`=${compact}`, `=${compactOf(stem)}`, ...trigramsOf(compact)]);
  for (const [one, other] of candidateKeyPairs(features)) {
    const first = some[one] as CompanyName;
    const second = some[other] as CompanyName;
    const alike = isStemOf(first, second) ? BY_STEM : wordsAlike(first.words, second.words, weightOf);
    if (alike >= SAME) yield [unknown[one] as number, unknown[other] as number, alike];
  }
}

/** Says whether the words of one name begin with those of another. */
const beginsWith = (long: readonly string[], short: readonly string[]) =>
  long.length > short.length && short.every((word, at) => word === long[at]);

type Placement = { byFirstWord: ReadonlyMap<string, Vendor[]>; all: ReadonlySet<string> };

/** Sets what a vendor is a part of: its owner, or the vendor whose name its own begins with. */
function placeVendor(vendor: Vendor, { byFirstWord, all }: Placement): void {
  const known = findVendorByName(vendor.canonical);
  if (known) {
    if (known.owner !== undefined && all.has(known.owner)) vendor.parent = known.owner;
    return;
  }
  const words = companyWords(vendor.canonical);
  const above = (byFirstWord.get(words[0] ?? "") ?? []).filter((other) =>
    beginsWith(words, companyWords(other.canonical)),
  );
  const nearest = above.sort((a, b) => b.canonical.length - a.canonical.length)[0];
  if (!nearest) return;
  vendor.parent = nearest.canonical;
  vendor.type = words.some((word) => platformWords.has(word)) ? "platform" : "product";
}

/**
 * Finds which names mean the same vendor.
 * @param texts the names, each once
 * @param weightOf how much a name is used: the most used one is the canonical one
 */
export function vendorsOf(texts: readonly string[], weightOf: (place: number) => number): Vendor[] {
  const names = texts.map(companyNameOf);
  const pairs = [...equalPairs(names), ...similarPairs(names)];
  const confidence = new Float64Array(texts.length).fill(1);
  for (const [one, other, alike] of pairs)
    for (const place of [one, other]) confidence[place] = Math.min(confidence[place] as number, alike);
  const groups = componentsOf(
    texts.length,
    pairs.map(([one, other]) => [one, other] as const),
  );
  const grouped = new Set(groups.flat());
  const singles = texts.flatMap((_, place) => (grouped.has(place) ? [] : [[place]]));
  const vendors = [...groups, ...singles].map((members): Vendor => {
    const best = members.toSorted((a, b) => weightOf(b) - weightOf(a) || a - b)[0] as number;
    const known = members.map((place) => names[place]?.known?.name).find(Boolean);
    const sum = members.reduce((total, place) => total + (confidence[place] as number), 0);
    return {
      canonical: known ?? (texts[best] as string),
      members,
      type: "vendor",
      parent: undefined,
      confidence: Math.round((100 * sum) / members.length) / 100,
    };
  });
  const byFirstWord = Map.groupBy(vendors, ({ canonical }) => companyWords(canonical)[0] ?? "");
  const all = new Set(vendors.map(({ canonical }) => canonical));
  for (const vendor of vendors) placeVendor(vendor, { byFirstWord, all });
  return vendors;
}

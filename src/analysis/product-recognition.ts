/** Recognises the known product that a name means, and what else the name says of it. */
import { type Distinction, editionOf, environmentOf, hostingOf, regionOf, versionOf } from "./distinctions";
import { isKind, isProductFiller } from "./fillers";
import { findAliases, type KnownProduct, MAX_PRODUCT_WORDS, type ProductAlias, productWords } from "./known-products";
import { areRelated, findVendor, vendorAt, vendorWords } from "./known-vendors";
import { legalForms } from "./legal-forms";
import { isOneSlip } from "./slips";
import { compactOf } from "./words";

/** A product that a name means. */
export type RecognizedProduct = {
  product: KnownProduct;
  distinctions: Distinction[];
  /** Words that are neither the product's nor its vendor's, and say that the name means a part of it or another thing. */
  rest: string[];
};

/** Words of a name that are looked at. */
const MAX_WORDS = 14;

/** Says whether a vendor that stands next to a product's name is no more than its maker. */
const isItsMaker = (vendor: string, { vendor: maker }: KnownProduct) =>
  maker !== undefined && areRelated(vendor, maker);

/** Reads a word next to a product's name as a distinction; undefined for any other word. */
function distinctionOf(word: string, text: string): Distinction | undefined {
  const version = versionOf(word);
  if (version !== undefined) return { kind: "version", value: version };
  const region = regionOf(word, text);
  if (region !== undefined) return { kind: "region", value: region };
  const environment = environmentOf(word);
  if (environment !== undefined) return { kind: "environment", value: environment };
  const edition = editionOf(word);
  if (edition !== undefined) return { kind: "edition", value: edition };
  const hosting = hostingOf(word);
  return hosting === undefined ? undefined : { kind: "hosting", value: hosting };
}

type Surroundings = {
  distinctions: Distinction[];
  rest: string[];
  namesMaker: boolean;
  /** The vendors that it names and that are not its maker. */
  others: string[];
  /** The number of words that name a kind of software, or a brand that belongs to the maker: another product may have them. */
  doubts: number;
};

/**
 * Returns the number of words from a place on that are one more name of a product, as an abbreviation behind the whole name
 * is.
 */
function repeatedAt(words: readonly string[], place: number, product: KnownProduct): number {
  for (let length = Math.min(MAX_PRODUCT_WORDS, words.length - place); length > 0; length--)
    if (findAliases(compactOf(words.slice(place, place + length))).some((alias) => alias.product === product))
      return length;
  return 0;
}

/** Reads the words that stand before and behind a product's name. */
function readSurroundings(parts: readonly (readonly string[])[], text: string, product: KnownProduct): Surroundings {
  const surroundings: Surroundings = { distinctions: [], rest: [], namesMaker: false, others: [], doubts: 0 };
  for (const words of parts)
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as string;
      const named = vendorAt(words, at);
      if (named && isItsMaker(named.vendor.name, product)) {
        surroundings.namesMaker = true;
        if (named.vendor.owner !== undefined && named.vendor.owner === product.vendor) surroundings.doubts++;
        at += named.length - 1;
        continue;
      }
      const repeated = repeatedAt(words, at, product);
      if (repeated > 0) {
        at += repeated - 1;
        continue;
      }
      if (named && !named.vendor.isOrdinaryWord) surroundings.others.push(named.vendor.name);
      if (isKind(word)) surroundings.doubts++;
      const distinction = distinctionOf(word, text);
      if (distinction) surroundings.distinctions.push(distinction);
      else if (named && !named.vendor.isOrdinaryWord) at += named.length - 1;
      else if (!isProductFiller(word) && !legalForms.has(word) && word !== "and") surroundings.rest.push(word);
    }
  return surroundings;
}

/** A part of a name that is a name of products. */
type Window = { from: number; to: number; length: number; aliases: readonly ProductAlias[] };

/** Returns the parts of a name that are names of products, the longest first. */
function windowsOf(words: readonly string[]): Window[] {
  const windows: Window[] = [];
  for (let from = 0; from < words.length; from++) {
    const last = Math.min(words.length, from + MAX_PRODUCT_WORDS);
    for (let to = last; to > from; to--) {
      const compact = compactOf(words.slice(from, to));
      const aliases = findAliases(compact);
      if (aliases.length > 0) windows.push({ from, to, length: compact.length, aliases });
    }
  }
  return windows.sort((a, b) => b.length - a.length || a.from - b.from);
}

type Candidate = RecognizedProduct & Pick<Surroundings, "namesMaker" | "doubts">;

/** Vendors that sell others' free products as services and builds of their own, which are other products. */
const redistributors = new Set(
  `Alibaba Cloud|Amazon|Amazon Web Services|Canonical|Cloudera|Confluent|DigitalOcean|EDB|Google|Google Cloud|IBM|Microsoft|Oracle|
Percona|Rackspace|Red Hat|SUSE|VMware`.split(/\|\n?/),
);

/** Checks whether vendors are named that may make a product whose maker the table doesn't have. */
const mayBeMakers = (others: readonly string[], { vendor }: KnownProduct) =>
  vendor === undefined && !others.some((other) => redistributors.has(other));

/** Returns the products that a part of a name may mean, those whose maker is named too first. */
function candidatesIn({ from, to, aliases }: Window, words: readonly string[], text: string): Candidate[] {
  const parts = [words.slice(0, from), words.slice(to)];
  const candidates = aliases.flatMap(({ product, needsVendor, isWholeName }): Candidate[] => {
    const { distinctions, rest, namesMaker, others, doubts } = readSurroundings(parts, text, product);
    const isWhole = rest.length === 0;
    const isOthers = others.length > 0 && !namesMaker && (isWholeName || !mayBeMakers(others, product));
    if ((needsVendor && !namesMaker) || (isWholeName && !isWhole) || isOthers) return [];
    return [{ product, distinctions, rest, namesMaker, doubts }];
  });
  return candidates.sort((a, b) => Number(b.namesMaker) - Number(a.namesMaker));
}

/**
 * Returns the product that words mean: one that leaves no word over, with the least doubt, or else the one with the longest
 * name.
 */
function recognizeIn(words: readonly string[], text: string): RecognizedProduct | undefined {
  const found = windowsOf(words).flatMap((window) => candidatesIn(window, words, text));
  const whole = found.filter(({ rest }) => rest.length === 0).sort((a, b) => a.doubts - b.doubts);
  return whole[0] ?? found[0];
}

/** Slips are looked for in words of so many letters at least. */
const MIN_LETTERS = 5;

/** Letters at the beginning or the end that a slip leaves as they are. */
const INTACT = 3;

/** Known words by their length and their first or last letters. */
let wordsByShape: Map<string, string[]> | undefined;
const isKnownWord = (word: string) => productWords().has(word) || vendorWords().has(word);

/** Returns the shapes under which words of a length are found, of which a slip changes one at most. */
const shapesOf = (word: string, length: number) => [
  `${length}${word.slice(0, INTACT)}-`,
  `${length}-${word.slice(-INTACT)}`,
];

function knownWords(): Map<string, string[]> {
  if (wordsByShape) return wordsByShape;
  wordsByShape = new Map();
  for (const word of new Set([...productWords(), ...vendorWords()])) {
    if (word.length < MIN_LETTERS) continue;
    for (const shape of shapesOf(word, word.length)) {
      const words = wordsByShape.get(shape);
      if (words) words.push(word);
      else wordsByShape.set(shape, [word]);
    }
  }
  return wordsByShape;
}

/** Returns the known word that a word is a slip of; the word itself where there is none, or more than one. */
function withoutSlip(word: string): string {
  if (word.length < MIN_LETTERS || /\d/.test(word) || isKnownWord(word) || isProductFiller(word)) return word;
  const known = knownWords();
  const shapes = [-1, 0, 1].flatMap((more) => shapesOf(word, word.length + more));
  const near = new Set(shapes.flatMap((shape) => known.get(shape) ?? []));
  const meant = [...near].filter((other) => other[0] === word[0] && isOneSlip(word, other));
  return meant.length === 1 ? (meant[0] as string) : word;
}

/** Returns the parts of a word in which a vendor and its product are joined, as in MSTeams. */
function splitJoined(word: string): string[] {
  for (let at = 2; at < word.length - 1; at++) {
    const vendor = findVendor(word.slice(0, at));
    const aliases = vendor && findAliases(word.slice(at));
    if (aliases?.some(({ product }) => isItsMaker(vendor?.name ?? "", product)))
      return [word.slice(0, at), word.slice(at)];
  }
  return [word];
}

/**
 * Returns the known product that the words of a name mean. Slips are forgiven where what is meant is then clear.
 * @param text the name as it is written
 */
export function recognizeProduct(all: readonly string[], text: string): RecognizedProduct | undefined {
  const words = all.slice(0, MAX_WORDS);
  const found = recognizeIn(words, text);
  if (found?.rest.length === 0) return found;
  const repaired = words.flatMap((word) => splitJoined(withoutSlip(word)));
  if (repaired.length === words.length && repaired.every((word, at) => word === words[at])) return found;
  const again = recognizeIn(repaired, text);
  return again?.rest.length === 0 ? again : found;
}

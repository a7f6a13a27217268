/** Says how alike two words are: equal, slips of one another, or one the abbreviation of the other. */
import { profileOf, similarity } from "./similarity";

/** Words shorter than this must be equal. */
const SHORT = 5;
/** The similarity from which two words count as one. */
const ALIKE = 0.8;
/** Says how alike an abbreviation and its word are. */
const ABBREVIATED = 0.85;
/** The share of a word's letters that a contraction has at least. */
const CONTRACTED = 0.4;
/** Slips seldom change the first letter. */
const OTHER_INITIAL = 0.9;

/** Says whether a word is the beginning of another, as in admin, administration. */
const isBeginning = (short: string, long: string) =>
  short.length >= 3 && long.startsWith(short) && long.length >= short.length + 2;

/** Says whether one of two words may be the abbreviation of the other. */
export function isAbbreviation(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return isBeginning(short, long);
}

/** Says whether a word without vowels has letters of another in their order, and both begin and end alike: mgmt, management. */
function isContraction(short: string, long: string): boolean {
  if (short.length < 3 || long.length < short.length + 2 || short.length < CONTRACTED * long.length) return false;
  if (/.[aeiouy]/.test(short)) return false;
  if (short[0] !== long[0] || short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}

const similarities = new Map<string, number>();
/** Pairs of words whose similarity is cached. */
const MAX_CACHED = 500_000;

function compareWords(one: string, other: string): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (/\d/.test(one) || /\d/.test(other)) return 0;
  if (isBeginning(short, long)) return ABBREVIATED;
  if (isContraction(short, long)) return ABBREVIATED;
  if (short.length < SHORT || long.length > short.length + 2) return 0;
  const alike = similarity(profileOf(one), profileOf(other)) * (one[0] === other[0] ? 1 : OTHER_INITIAL);
  return alike >= ALIKE ? alike : 0;
}

/** Says how alike two words are, from 0 to 1; 0 for words that don't mean the same. */
export function wordSimilarity(one: string, other: string): number {
  if (one === other) return 1;
  const key = one < other ? `${one} ${other}` : `${other} ${one}`;
  const cached = similarities.get(key);
  if (cached !== undefined) return cached;
  if (similarities.size >= MAX_CACHED) similarities.clear();
  const alike = compareWords(one, other);
  similarities.set(key, alike);
  return alike;
}

/** Names of products and companies: what of them counts, and how alike two of them are. */
import { profileOf, similarity } from "./similarity";
import { wordsOf } from "./words";

/** A name in comparable form. */
export type Name = {
  text: string;
  /** The words that count, with abbreviations written out. */
  words: readonly string[];
  /** The words as they are written, without gaps. */
  compact: string;
  /** The numbers of a version at its end; empty without one. */
  version: string;
};

/** Legal forms of companies, which end their names. */
const legalForms = new Set(
  `ab ag aktiengesellschaft as asa bv company co corp corporation gmbh inc incorporated kg kgaa kk limited llc llp ltd mbh
   nv oy oyj ohg plc pte pty sa sarl sas se sl sl spa spzoo srl sro ug`.split(/\s+/),
);
/** Words before a name that make no other product of it. */
const epithets = new Set(["classic", "legacy", "new", "old", "the"]);
/** Words behind a name that make no other product of it. */
const qualifiers = new Set(
  "classic community edition enterprise legacy new next ng old release standard v version".split(" "),
);

/** Abbreviation → what it stands for. */
const abbreviations: Readonly<Record<string, string>> = Object.fromEntries(
  `acct account|admin administration|app application|apps applications|auth authentication|cfg configuration|comm communication|
   comms communications|cust customer|db database|dept department|dev development|dist distribution|doc document|
   docs documents|env environment|fin finance|gw gateway|info information|int integration|intl international|inv inventory|
   js javascript|k8s kubernetes|lib library|mfg manufacturing|mgmt management|mgr manager|mgt management|mktg marketing|
   mon monitoring|msg messaging|ops operations|org organization|pg postgresql|postgres postgresql|proc processing|
   prod production|proj project|pur purchasing|repo repository|rpt reporting|sched scheduling|sec security|srv server|
   std standard|svc service|svcs services|sys system|tech technology|trans transport|wh warehouse|whse warehouse`
    .split("|")
    .map((pair) => pair.trim().split(" ") as [string, string]),
);

const isVersion = (word: string) => /^(v|r)?\d+(\.\d+)*$/.test(word);

/** Brings a name into comparable form. */
export function nameOf(text: string): Name {
  const words = wordsOf(text);
  let version = "";
  // What stands behind the name is taken away from its end, as long as something remains.
  while (words.length > 1) {
    const last = words.at(-1) as string;
    if (isVersion(last)) version = last.replace(/^[vr]/, "") + (version && `.${version}`);
    else if (!legalForms.has(last) && !qualifiers.has(last) && !(last === "and" || last === "the")) break;
    words.pop();
  }
  while (words.length > 1 && epithets.has(words[0] as string)) words.shift();
  const counted = words.map((word) => abbreviations[word] ?? word);
  return { text, words: counted, compact: words.join(""), version };
}

/** Words shorter than this must be equal. */
const SHORT = 5;
/** The similarity from which two words count as one. */
const ALIKE = 0.8;
/** How alike an abbreviation and its word are. */
const ABBREVIATED = 0.85;
/** Slips seldom change the first letter. */
const OTHER_INITIAL = 0.9;

/** Whether a word without vowels has letters of another in their order, and both begin and end alike: mgmt, management. */
function isContraction(short: string, long: string): boolean {
  if (short.length < 3 || long.length < short.length + 2 || /.[aeiouy]/.test(short)) return false;
  if (short[0] !== long[0] || short.at(-1) !== long.at(-1)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at++;
  return at === short.length;
}

const known = new Map<string, number>();
/** Pairs of words whose similarity is remembered. */
const MAX_KNOWN = 500_000;

function compareWords(one: string, other: string): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (/\d/.test(one) || /\d/.test(other)) return 0;
  if (short.length >= 3 && long.startsWith(short) && long.length >= short.length + 2) return ABBREVIATED;
  if (isContraction(short, long)) return ABBREVIATED;
  if (short.length < SHORT || long.length > short.length + 2) return 0;
  const alike = similarity(profileOf(one), profileOf(other)) * (one[0] === other[0] ? 1 : OTHER_INITIAL);
  return alike >= ALIKE ? alike : 0;
}

/** How alike two words are, from 0 to 1; 0 for words that don't mean the same. */
export function wordSimilarity(one: string, other: string): number {
  if (one === other) return 1;
  const key = one < other ? `${one} ${other}` : `${other} ${one}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  if (known.size >= MAX_KNOWN) known.clear();
  const alike = compareWords(one, other);
  known.set(key, alike);
  return alike;
}

/** What is known of the words of all names. */
export type Vocabulary = {
  /** How much a word says. */
  weightOf(word: string): number;
  /** Whether several names have a word, so that it is no slip. */
  isCommon(word: string): boolean;
};

/** How well a word is found among those of another name, from 0 to 1. Two words that several names have are two words. */
function bestMatch(word: string, name: Name, { isCommon }: Vocabulary): number {
  let best = 0;
  for (const candidate of name.words) {
    if (candidate === word) return 1;
    if (isCommon(word) && isCommon(candidate)) continue;
    best = Math.max(best, wordSimilarity(word, candidate));
  }
  return best;
}

/** How much of a name is found in another: the weight that is found, all of it, and the weight of words that are missing. */
function matched(one: Name, other: Name, vocabulary: Vocabulary) {
  let [found, whole, missing] = [0, 0, 0];
  for (const word of one.words) {
    const weight = vocabulary.weightOf(word);
    const match = bestMatch(word, other, vocabulary);
    whole += weight;
    found += weight * match;
    if (match === 0) missing += weight;
  }
  return { found, whole, missing };
}

/** Whether a name is the initials of another. */
const isAcronym = (short: Name, long: Name) =>
  short.words.length === 1 &&
  long.words.length >= 3 &&
  short.compact ===
    long.words
      .filter((word) => word !== "and")
      .map((word) => word[0])
      .join("");

/** How alike names are that differ in nothing but their version, are the initials of one another, or have other numbers. */
const OTHER_VERSION = 0.97;
const ACRONYM = 0.75;
const OTHER_NUMBER = 0.6;
/** Names of which each has a word that the other lacks follow one pattern, and mean two things. */
const PATTERN = 0.7;
/** A name with a word more than the other may mean a part of it. */
const PART = 0.85;

/** What the numbers behind two names say: plain ones tell installations apart, those with dots are versions. */
function versionFactor({ version: one }: Name, { version: other }: Name): number {
  if (one === "" || other === "" || one === other) return 1;
  return /\./.test(one + other) ? OTHER_VERSION : OTHER_NUMBER;
}

/** How alike two names are, from 0 to 1. */
export function nameSimilarity(one: Name, other: Name, vocabulary: Vocabulary): number {
  const version = versionFactor(one, other);
  if (one.compact === other.compact) return version * (one.text === other.text ? 1 : OTHER_VERSION);
  if (isAcronym(one, other) || isAcronym(other, one)) return version * ACRONYM;
  const [there, back] = [matched(one, other, vocabulary), matched(other, one, vocabulary)];
  const alike = (there.found + back.found) / (there.whole + back.whole);
  const isPart = there.missing > 0 || back.missing > 0;
  const factor = there.missing > 0 && back.missing > 0 ? PATTERN : isPart ? PART : 1;
  return version * factor * alike;
}

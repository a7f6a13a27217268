/** Distinctions between two installations of one thing: versions, regions, environments, editions and kinds of hosting. */

export type DistinctionKind = "version" | "region" | "environment" | "edition" | "hosting";

/** A distinction that a name makes. */
export type Distinction = { kind: DistinctionKind; value: string };

/** Region → its other names; codes of two letters count only in capitals. */
const regionNames: Readonly<Record<string, string>> = {
  EU: "europe european",
  US: "usa america american",
  UK: "britain england gb",
  EMEA: "emea",
  APAC: "apac asia asiapacific apj",
  LATAM: "latam",
  NAM: "nam northamerica",
  DACH: "dach",
  Africa: "africa",
  Nordics: "nordic nordics",
  Iberia: "iberia",
  Benelux: "benelux",
  Germany: "de germany german deutschland",
  France: "fr france french",
  Spain: "es spain spanish",
  Italy: "italy italian italia",
  Austria: "austria",
  Switzerland: "ch switzerland swiss schweiz",
  Netherlands: "nl netherlands dutch",
  Belgium: "belgium",
  Poland: "pl poland polska",
  Sweden: "sweden",
  Norway: "norway",
  Denmark: "dk denmark",
  Finland: "finland",
  Ireland: "ireland",
  Portugal: "pt portugal",
  Turkey: "tr turkey",
  Hungary: "hungary",
  Romania: "ro romania",
  Greece: "greece",
  Russia: "ru russia",
  China: "cn china",
  Japan: "jp japan",
  Korea: "kr korea",
  India: "india",
  Singapore: "sg singapore",
  Australia: "au australia",
  Canada: "canada",
  Mexico: "mx mexico",
  Brazil: "br brazil brasil",
  Argentina: "argentina",
};

const environmentNames: Readonly<Record<string, string>> = {
  production: "prod prd production live",
  test: "test testing tst",
  development: "dev development",
  quality: "qa qas",
  acceptance: "uat acc acceptance",
  staging: "staging stage stg preprod preproduction",
  sandbox: "sandbox sbx",
  training: "training",
  demonstration: "demo",
  recovery: "dr",
};

const editionNames: Readonly<Record<string, string>> = {
  community: "community ce",
  enterprise: "enterprise ee ent",
  standard: "standard std",
  professional: "professional",
  express: "express",
  developer: "developer",
  ultimate: "ultimate",
  premium: "premium",
};

const hostingNames: Readonly<Record<string, string>> = {
  hosted: "cloud online saas hosted ondemand",
  own: "server onprem onpremise onpremises datacenter",
};

/** Maps word → what it names. */
const valuesByWord = (names: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(names).flatMap(([value, words]) => words.split(" ").map((word) => [word, value] as const)));

const regions = valuesByWord(regionNames);
const environments = valuesByWord(environmentNames);
const editions = valuesByWord(editionNames);
const hostings = valuesByWord(hostingNames);

/** Codes of regions, which are words of their own in small letters. */
const isRegionCode = (word: string) =>
  /^(eu|us|uk|gb|de|fr|es|ch|nl|pl|dk|pt|tr|ro|ru|cn|jp|kr|sg|au|mx|br)$/.test(word);

/** Matches a version: 12, 9.6, v3, R12.2, 12c, 2012R2, EHP7, SP1. */
const isVersion = (word: string) => /^(v|r|rel|ver|ehp|sp)?\d+(\.\d+)*([a-z]|r\d)?$/.test(word);

/** Returns the numbers of a version without the letter in front of them. */
export const versionOf = (word: string): string | undefined =>
  isVersion(word) ? word.replace(/^(v|r|rel|ver)(?=\d)/, "") : undefined;

/** Returns the region that a word names. @param text the name as it is written: a code counts in capitals only */
export function regionOf(word: string, text: string): string | undefined {
  if (word === "us" || word === "eu" || isRegionCode(word)) {
    const code = word.toUpperCase();
    return new RegExp(`(?<![\\p{L}\\p{N}])${code}(?![\\p{L}\\p{N}])`, "u").test(text)
      ? (regions.get(word) ?? code)
      : undefined;
  }
  return regions.get(word);
}

export const environmentOf = (word: string): string | undefined => environments.get(word);
export const editionOf = (word: string): string | undefined => editions.get(word);
export const hostingOf = (word: string): string | undefined => hostings.get(word);

/** The values that hold where a name says nothing. */
const UNSAID: Partial<Record<DistinctionKind, string>> = { environment: "production" };
/** Kinds of which a name without any means all, so that it may mean what another name says. */
const OPEN: readonly DistinctionKind[] = ["version", "edition", "hosting"];

const kinds: readonly DistinctionKind[] = ["version", "region", "environment", "edition", "hosting"];

/** Returns the value of a kind that distinctions hold; empty without one. */
function valueIn(distinctions: readonly Distinction[], kind: DistinctionKind): string {
  const values = distinctions.filter((one) => one.kind === kind).map(({ value }) => value);
  // The numbers of a version have an order, as in 2012 R2; regions have none.
  return values.length === 0
    ? (UNSAID[kind] ?? "")
    : (kind === "version" ? values : [...new Set(values)].sort()).join(" ");
}

/** Says whether one version is the other or a release of it: 9 and 9.2, but not 12c and 19c, nor 2012 and 2012 R2. */
function isSameVersion(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  return long === short || (long.startsWith(`${short}.`) && !/[a-z]/.test(long));
}

/** A difference of two names in a kind. `isApart` is false where only one of them says something, and may mean what the other does. */
export type Difference = { kind: DistinctionKind; values: readonly [string, string]; isApart: boolean };

/** Finds the differences between the distinctions of two names. */
export function differencesOf(one: readonly Distinction[], other: readonly Distinction[]): Difference[] {
  if (one.length === 0 && other.length === 0) return [];
  return kinds.flatMap((kind): Difference[] => {
    const values = [valueIn(one, kind), valueIn(other, kind)] as const;
    if (values[0] === values[1]) return [];
    if (kind === "version" && values[0] !== "" && values[1] !== "" && isSameVersion(...values)) return [];
    const isOneSided = values[0] === "" || values[1] === "";
    return [{ kind, values, isApart: !(isOneSided && OPEN.includes(kind)) }];
  });
}

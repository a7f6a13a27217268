/** Names of vendors: which of them mean the same company, and which a part of another. */
import { candidatePairs } from "./blocking";
import { type Name, nameOf, nameSimilarity, type Vocabulary, wordSimilarity } from "./names";
import { frequenciesOf, rarity } from "./tf-idf";
import { componentsOf } from "./union-find";

/** Canonical name → other names of the same company, in compact form. */
const aliases: Readonly<Record<string, string>> = {
  "Amazon Web Services": "aws amazonaws amazonwebservice amazoncloud",
  Atlassian: "atlassianpty",
  Google: "googleinc alphabet googlecloudplatform gcp googlecloud",
  "Hewlett Packard Enterprise": "hpe hewlettpackardenterprise hpenterprise",
  HP: "hewlettpackard hpinc",
  IBM: "internationalbusinessmachines ibmdeutschland",
  Microsoft: "msft mscorp microsoftcorp microsoftdeutschland",
  Oracle: "oracleamerica oracledeutschland",
  "Red Hat": "redhat redhatsoftware",
  SAP: "sapdeutschland sapse sapag",
  Salesforce: "sfdc salesforcecom salesforcedotcom",
  ServiceNow: "servicenowinc",
  Siemens: "siemensdeutschland",
  "T-Systems": "tsystems tsystemsinternational",
  VMware: "vmwareinc",
};

/** Compact name of a company that belongs to another → the canonical name of the other. */
const owners: Readonly<Record<string, string>> = {
  github: "Microsoft",
  linkedin: "Microsoft",
  redhat: "IBM",
  slack: "Salesforce",
  tableau: "Salesforce",
  mulesoft: "Salesforce",
  vmware: "Broadcom",
  amazonwebservices: "Amazon",
  successfactors: "SAP",
  netsuite: "Oracle",
};

const canonicalOf = new Map(
  Object.entries(aliases).flatMap(([name, others]) =>
    [...others.split(" "), nameOf(name).compact].map((compact) => [compact, name] as const),
  ),
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
  /** How sure it is that all names mean the same, from 0 to 1. */
  confidence: number;
};

/** The similarity from which two names mean the same vendor. */
const SAME = 0.88;
const BY_SPELLING = 0.98;
const BY_ALIAS = 0.95;

/** The words of vendors' names by how rare they are; none is so common that it can't be a slip. */
function vocabularyOf(names: readonly Name[]): Vocabulary {
  const frequencies = frequenciesOf(names.map(({ words }) => words));
  return { weightOf: (word) => rarity(names.length, frequencies.get(word) ?? 0), isCommon: () => false };
}

/** The pairs of names that mean the same vendor. */
function* samePairs(names: readonly Name[]): Generator<[number, number, number]> {
  const first = new Map<string, number>();
  for (const [place, { compact }] of names.entries()) {
    const key = canonicalOf.get(compact) ?? compact;
    const before = first.get(key);
    if (before === undefined) first.set(key, place);
    else yield [before, place, names[before]?.compact === compact ? BY_SPELLING : BY_ALIAS];
  }
  const distinct = [...first.values()];
  const some = distinct.map((place) => names[place] as Name);
  const vocabulary = vocabularyOf(some);
  for (const [one, other] of candidatePairs(
    some,
    some.map(() => new Map()),
  )) {
    const alike = nameSimilarity(some[one] as Name, some[other] as Name, vocabulary);
    if (alike >= SAME) yield [distinct[one] as number, distinct[other] as number, alike];
  }
}

/** Whether the words of one name begin with those of another. */
const beginsWith = (long: Name, short: Name) =>
  long.words.length > short.words.length &&
  short.words.every((word, at) => wordSimilarity(word, long.words[at] as string) === 1);

/** Sets what a vendor is a part of: its owner, or the vendor whose name its own begins with. */
function placeVendor(vendor: Vendor, byFirstWord: ReadonlyMap<string, Vendor[]>, known: ReadonlySet<string>): void {
  const name = nameOf(vendor.canonical);
  const owner = owners[name.compact];
  if (owner && known.has(owner)) vendor.parent = owner;
  const above = (byFirstWord.get(name.words[0] ?? "") ?? []).filter((other) =>
    beginsWith(name, nameOf(other.canonical)),
  );
  const nearest = above.sort((a, b) => b.canonical.length - a.canonical.length)[0];
  if (!nearest || canonicalOf.has(name.compact)) return;
  vendor.parent = nearest.canonical;
  vendor.type = name.words.some((word) => platformWords.has(word)) ? "platform" : "product";
}

/**
 * Finds which names mean the same vendor.
 * @param texts the names, each once
 * @param weightOf how much a name is used: the most used one is the canonical one
 */
export function vendorsOf(texts: readonly string[], weightOf: (place: number) => number): Vendor[] {
  const names = texts.map(nameOf);
  const pairs = [...samePairs(names)];
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
    const known = members.map((place) => canonicalOf.get((names[place] as Name).compact)).find(Boolean);
    const sum = members.reduce((total, place) => total + (confidence[place] as number), 0);
    return {
      canonical: known ?? (texts[best] as string),
      members,
      type: "vendor",
      parent: undefined,
      confidence: Math.round((100 * sum) / members.length) / 100,
    };
  });
  const byFirstWord = Map.groupBy(vendors, ({ canonical }) => nameOf(canonical).words[0] ?? "");
  const all = new Set(vendors.map(({ canonical }) => canonical));
  for (const vendor of vendors) placeVendor(vendor, byFirstWord, all);
  return vendors;
}

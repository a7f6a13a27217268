/** Proposals of products and cycles for the names of cards: by whole words, and by the version in the name. */
import { type Match, roundScore } from "./matching";
import type { Source } from "./source";

/** A product that a name may mean, with the cycle that the version in the name fits. */
export type Proposal = { name: string; score: number; cycle: string | null };

/** Proposals for a card, and candidates that are looked at for them. */
const MAX_PROPOSALS = 5;
const MAX_CANDIDATES = 25;
/** The lowest score of a candidate. */
const LEAST_SCORE = 0.35;
/** Letters that a word needs to stand for a longer one that it begins, as postgres does for postgresql. */
const MIN_BEGINNING = 4;
/** The score of a product that a name means by another of its names. */
const BY_OTHER_NAME = 0.95;

/** Other names of products, longer ones first. */
const otherNames: readonly (readonly [name: string, product: string])[] = [
  ["red hat enterprise linux", "rhel"],
  ["suse linux enterprise server", "sles"],
  ["microsoft sql server", "mssqlserver"],
  ["ms sql server", "mssqlserver"],
  ["sql server", "mssqlserver"],
  ["mssql", "mssqlserver"],
  ["microsoft exchange", "msexchange"],
  ["exchange server", "msexchange"],
  ["net framework", "dotnetfx"],
  ["net core", "dotnet"],
  ["k8s", "kubernetes"],
  ["db2", "ibm-db2"],
  ["aix", "ibm-aix"],
  ["solaris", "oracle-solaris"],
  ["oracle database", "oracle-database"],
  ["oracle db", "oracle-database"],
  ["openshift", "red-hat-openshift"],
  ["jboss eap", "redhat-jboss-eap"],
  ["apache http server", "apache-http-server"],
  ["apache httpd", "apache-http-server"],
  ["apache tomcat", "tomcat"],
  ["java", "oracle-jdk"],
  ["jdk", "oracle-jdk"],
  ["jira", "jira-software"],
  ["vault", "hashicorp-vault"],
];

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+(?:\.\p{N}+)*/gu) ?? [];

/** Returns words without versions and single letters. */
const namingWords = (words: readonly string[]) => words.filter((word) => word.length > 1 && /\p{L}/u.test(word));

/** Returns parts of a list of words, each joined. */
const joinedParts = (words: readonly string[]): Set<string> =>
  new Set(
    words.flatMap((_, from) => words.slice(from).map((__, length) => words.slice(from, from + length + 1).join(""))),
  );

/** Says whether a name means a product by whole words: by all of its words, or by one that begins or is one of them. */
function isMeant(words: readonly string[], parts: ReadonlySet<string>, product: string): boolean {
  const own = wordsOf(product);
  const joined = own.join("");
  if (parts.has(joined)) return true;
  const naming = namingWords(own);
  return namingWords(words).some(
    (word) => naming.includes(word) || (word.length >= MIN_BEGINNING && joined.startsWith(word)),
  );
}

/** Returns the cycle that a version fits: the same one, or the one of which it is a release. */
function cycleFor(source: Source, product: string, versions: readonly string[]): string | null {
  const cycles = (source.cyclesOf(product) ?? []).map(({ cycle }) => cycle);
  for (const version of versions) {
    const fitting = cycles.filter((cycle) => cycle === version || version.startsWith(`${cycle}.`));
    const [best] = fitting.sort((one, other) => other.length - one.length);
    if (best !== undefined) return best;
  }
  return null;
}

/** Returns the versions in a name; a service pack or release belongs to the version before it, as in 2012 R2. */
function versionsIn(words: readonly string[]): string[] {
  const versions = words.flatMap((word, at) => {
    const version = /^v?(\d+(?:\.\d+)*)[a-z]?$/.exec(word)?.[1];
    const next = words[at + 1] ?? "";
    if (version === undefined) return [];
    return /^(r|sp)\d$/.test(next) ? [`${version}-${next}`, version] : [version, word];
  });
  return [...new Set(versions)];
}

/** Returns the products that a name means by another of their names. */
function matchesByOtherName({ names }: Source, text: string): Match[] {
  const found = otherNames.find(([name, product]) => ` ${text} `.includes(` ${name} `) && names.includes(product));
  return found ? [{ name: found[1], score: BY_OTHER_NAME }] : [];
}

/** Proposes products for a name, the best first: never by letters inside words, nor by single letters or numbers. */
export function proposalsFor(source: Source, name: string): Proposal[] {
  const words = wordsOf(name);
  const parts = joinedParts(words.slice(0, 12));
  const matches = source.match(name, LEAST_SCORE, MAX_CANDIDATES).filter((match) => isMeant(words, parts, match.name));
  const all = [...matchesByOtherName(source, words.join(" ")), ...matches];
  const distinct = [...new Map(all.toReversed().map((match) => [match.name, match])).values()].toReversed();
  const versions = versionsIn(words);
  return distinct
    .sort((one, other) => other.score - one.score || other.name.length - one.name.length)
    .slice(0, MAX_PROPOSALS)
    .map(({ name: product, score }) => ({
      name: product,
      score: roundScore(score),
      cycle: cycleFor(source, product, versions),
    }));
}

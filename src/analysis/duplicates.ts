/**
 * Duplicates among things that have a name, a description and links to others: candidates are found by what is rare in their
 * names and descriptions, scored by all that they share, and connected to clusters.
 */
import { candidatePairs } from "./blocking";
import { type Name, nameOf, nameSimilarity, type Vocabulary } from "./names";
import { cosine, frequenciesOf, rarity, sharedTerms, type Vector, vectorsOf } from "./tf-idf";
import { componentsOf } from "./union-find";
import { termsOf } from "./words";

/** A thing to compare. `links`: a kind, as in "capabilities" → the names of what it is linked to. */
export type Thing = {
  name: string;
  description: string | null;
  links: Readonly<Record<string, readonly string[]>>;
  /** Attribute → value, of those that tell products apart. */
  attributes: Readonly<Record<string, string>>;
};

/** Two things that may be one, by their places, with what speaks for it, the strongest first. */
export type Pair = { one: number; other: number; score: number; reasons: string[] };

/** A cluster: the places of its members, and its pairs, the best first. */
export type Cluster = { members: number[]; score: number; pairs: Pair[] };

/** The score from which two things count as duplicates. */
export const DEFAULT_THRESHOLD = 0.82;

/** What each kind of evidence can take away of the doubt that is left. */
const DESCRIPTION = 0.45;
const LINKS = 0.3;
const ATTRIBUTE = 0.15;
/** What is left of the score of two things that are linked to others, and never to the same. */
const ELSEWHERE = 0.88;
/** Fewer terms than these are no description. */
const FEWEST_TERMS = 3;
/** Below this names, what else is shared makes no duplicates. */
const LEAST_NAME = 0.45;

type Prepared = { thing: Thing; name: Name; vector: Vector; terms: number };

/** What speaks for a pair: the share of the doubt that it takes away, and a sentence. */
type Evidence = { weight: number; reason: string };

const percent = (share: number) => `${Math.round(share * 100)} %`;

function nameEvidence(one: Prepared, other: Prepared, vocabulary: Vocabulary): Evidence | undefined {
  const alike = nameSimilarity(one.name, other.name, vocabulary);
  if (alike < LEAST_NAME) return undefined;
  const names = `“${one.thing.name}” and “${other.thing.name}”`;
  return { weight: alike, reason: `The names ${names} are ${percent(alike)} alike` };
}

function descriptionEvidence(one: Prepared, other: Prepared): Evidence[] {
  if (one.terms < FEWEST_TERMS || other.terms < FEWEST_TERMS) return [];
  const alike = cosine(one.vector, other.vector);
  if (alike < 0.2) return [];
  const terms = sharedTerms(one.vector, other.vector, 4).join(", ");
  return [{ weight: DESCRIPTION * alike, reason: `Their descriptions are ${percent(alike)} alike (${terms})` }];
}

/** How much it says to share what so many are linked to: all of it for two, a quarter for sixteen. */
const linkWeight = (sharing: number) => 1 / Math.max(1, Math.log2(sharing));

/** How many things are linked to something of a kind. */
type Sharing = (kind: string, name: string) => number;

function linkEvidence(one: Prepared, other: Prepared, sharing: Sharing): Evidence[] {
  return Object.entries(one.thing.links).flatMap(([kind, own]) => {
    const others = new Set(other.thing.links[kind] ?? []);
    const shared = own.filter((name) => others.has(name));
    if (shared.length === 0) return [];
    const all = own.length + others.size - shared.length;
    const strength = shared.reduce((sum, name) => sum + linkWeight(sharing(kind, name)), 0) / all;
    const reason = `They share ${shared.length} of ${all} ${kind} (${shared.slice(0, 3).join(", ")})`;
    return [{ weight: LINKS * strength, reason }];
  });
}

/** Counts what things are linked to. */
function sharingOf(things: readonly Thing[]): Sharing {
  const keyOf = (kind: string, name: string) => `${kind}\n${name}`;
  const counts = frequenciesOf(
    things.map(({ links }) => Object.entries(links).flatMap(([kind, names]) => names.map((name) => keyOf(kind, name)))),
  );
  return (kind, name) => counts.get(keyOf(kind, name)) ?? 0;
}

/** Whether both are linked to something of a kind, and never to the same. */
function areLinkedElsewhere({ links: one }: Thing, { links: other }: Thing): boolean {
  const kinds = Object.keys(one).filter((kind) => (one[kind]?.length ?? 0) > 0 && (other[kind]?.length ?? 0) > 0);
  return kinds.length > 0 && kinds.every((kind) => !one[kind]?.some((name) => other[kind]?.includes(name)));
}

function attributeEvidence(one: Prepared, other: Prepared): Evidence[] {
  return Object.entries(one.thing.attributes).flatMap(([key, value]) =>
    other.thing.attributes[key] === value ? [{ weight: ATTRIBUTE, reason: `Both have “${value}” as ${key}` }] : [],
  );
}

/** Reasons that are named. */
const MAX_REASONS = 3;

/** What is known of all things. */
type Known = { vocabulary: Vocabulary; sharing: Sharing };

function compare(things: readonly Prepared[], [one, other]: readonly [number, number], { vocabulary, sharing }: Known) {
  const [first, second] = [things[one] as Prepared, things[other] as Prepared];
  const name = nameEvidence(first, second, vocabulary);
  if (!name) return undefined;
  const evidence = [
    name,
    ...descriptionEvidence(first, second),
    ...linkEvidence(first, second, sharing),
    ...attributeEvidence(first, second),
  ].sort((a, b) => b.weight - a.weight);
  const doubt = evidence.reduce((left, { weight }) => left * (1 - weight), 1);
  const score = (1 - doubt) * (areLinkedElsewhere(first.thing, second.thing) ? ELSEWHERE : 1);
  return { one, other, score, reasons: evidence.slice(0, MAX_REASONS).map(({ reason }) => reason) };
}

/** Names that have a word, from which it counts as common. */
const COMMON = 3;

/** The words of names by how rare they are. */
function vocabularyOf(names: readonly Name[]): Vocabulary {
  const frequencies = frequenciesOf(names.map(({ words }) => words));
  const frequencyOf = (word: string) => frequencies.get(word) ?? 0;
  return {
    weightOf: (word) => rarity(names.length, frequencyOf(word)),
    isCommon: (word) => frequencyOf(word) >= COMMON,
  };
}

/**
 * Finds the pairs of things that may be one.
 * @param threshold the lowest score
 */
export function findPairs(things: readonly Thing[], threshold = DEFAULT_THRESHOLD): Pair[] {
  const names = things.map(({ name }) => nameOf(name));
  const documents = things.map(({ description }) => (description ? termsOf(description) : []));
  const vectors = vectorsOf(documents);
  const prepared = things.map((thing, at): Prepared => {
    const vector = vectors[at] as Vector;
    return { thing, name: names[at] as Name, vector, terms: vector.size };
  });
  const known = { vocabulary: vocabularyOf(names), sharing: sharingOf(things) };
  const pairs: Pair[] = [];
  for (const places of candidatePairs(names, vectors)) {
    const pair = compare(prepared, places, known);
    if (pair && pair.score >= threshold) pairs.push(pair);
  }
  return pairs.sort((a, b) => b.score - a.score || a.one - b.one || a.other - b.other);
}

/** Connects pairs to clusters, the best first. @param size how many things there are */
export function clustersOf(size: number, pairs: readonly Pair[]): Cluster[] {
  const components = componentsOf(
    size,
    pairs.map(({ one, other }) => [one, other] as const),
  );
  const clusterOf = new Map<number, Cluster>();
  const clusters = components.map((members): Cluster => ({ members, score: 0, pairs: [] }));
  for (const cluster of clusters) for (const member of cluster.members) clusterOf.set(member, cluster);
  for (const pair of pairs) clusterOf.get(pair.one)?.pairs.push(pair);
  for (const cluster of clusters)
    cluster.score = cluster.pairs.reduce((sum, { score }) => sum + score, 0) / cluster.pairs.length;
  return clusters.sort((a, b) => b.score - a.score || (a.members[0] as number) - (b.members[0] as number));
}

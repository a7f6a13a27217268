/**
 * Duplicates among things that have a name, a description and links to others: candidates are found by what their names mean
 * and what is rare in them, and scored by all that they share.
 */
import { candidatePairs } from "./blocking";
import { differencesOf } from "./distinctions";
import {
  type DescribedThing,
  evidenceFor,
  kindsLinkedElsewhere,
  type Sharing,
  sharingOf,
  type Thing,
} from "./evidence";
import { areNamesApart, compareNames, type Vocabulary } from "./name-similarity";
import { type Name, nameOf } from "./names";
import { frequenciesOf, rarity, vectorsOf } from "./tf-idf";
import { termsOf } from "./words";

/** Two things that may be one, by their places, with what speaks for it, the strongest first, and what doesn't match. */
export type Pair = { one: number; other: number; score: number; reasons: string[]; differences: string[] };

/** The score from which two things count as duplicates. */
export const DEFAULT_THRESHOLD = 0.82;

/** The share of the score that is left to two things that are linked to others, and never to the same. */
const ELSEWHERE = 0.88;
/** Below this names, what else is shared makes no duplicates. */
const LEAST_NAME = 0.45;
/** The highest score of things that a version, a region or the like distinguishes. */
const APART = 0.7;
/** Reasons and differences that are named. */
const MAX_REASONS = 6;

type PreparedThing = DescribedThing & { name: Name };

/** The knowledge about all things together. */
type Knowledge = { vocabulary: Vocabulary; sharing: Sharing };

/** A pair before its reasons are written out. */
type Judgement = Omit<Pair, "reasons" | "differences"> & {
  explain: () => Pick<Pair, "reasons" | "differences">;
};

function judge(
  things: readonly PreparedThing[],
  [one, other]: readonly [number, number],
  known: Knowledge,
): Judgement | undefined {
  const first = things[one] as PreparedThing;
  const second = things[other] as PreparedThing;
  const { alike, explain } = compareNames(first.name, second.name, known.vocabulary);
  if (alike < LEAST_NAME) return undefined;
  const evidence = evidenceFor(first, second, known.sharing).sort((a, b) => b.weight - a.weight);
  const doubt = evidence.reduce((left, { weight }) => left * (1 - weight), 1 - alike);
  const elsewhere = kindsLinkedElsewhere(first.thing, second.thing);
  const score = (1 - doubt) * (elsewhere.length > 0 ? ELSEWHERE : 1);
  return {
    one,
    other,
    score: areNamesApart(first.name, second.name) ? Math.min(score, APART) : score,
    explain: () => {
      const { matching, differing } = explain();
      const apart = elsewhere.map((kind) => `they share none of their ${kind}`);
      return {
        reasons: [...matching, ...evidence.map(({ reason }) => reason())].slice(0, MAX_REASONS),
        differences: [...differing, ...apart].slice(0, MAX_REASONS),
      };
    },
  };
}

/** Names that have a word, from which it counts as common. */
const COMMON = 3;

/** Returns the words of names by how rare they are. */
function vocabularyOf(names: readonly Name[]): Vocabulary {
  const frequencies = frequenciesOf(names.map(({ words }) => words));
  const weights = new Map([...frequencies].map(([word, frequency]) => [word, rarity(names.length, frequency)]));
  return {
    weightOf: (word) => weights.get(word) ?? rarity(names.length, 0),
    isCommon: (word) => (frequencies.get(word) ?? 0) >= COMMON,
  };
}

/**
 * Returns the thing of a pair that says less than the other, as one without a version does; undefined when both say as
 * much.
 */
function vagueMember({ one, other }: Pair, names: readonly Name[]): number | undefined {
  const first = (names[one] as Name).distinctions;
  const second = (names[other] as Name).distinctions;
  const [open] = differencesOf(first, second).filter(({ isApart }) => !isApart);
  return open && (open.values[0] === "" ? one : other);
}

/**
 * Returns the pairs without those of a name that says so little that it may mean several things, as “Oracle” does 12c and
 * 19c.
 */
function withoutAmbiguous(pairs: readonly Pair[], names: readonly Name[]): Pair[] {
  const partnersOf = new Map<number, number[]>();
  const vague = pairs.map((pair) => vagueMember(pair, names));
  for (const [at, { one, other }] of pairs.entries()) {
    const member = vague[at];
    if (member === undefined) continue;
    const partners = partnersOf.get(member);
    const partner = member === one ? other : one;
    if (partners) partners.push(partner);
    else partnersOf.set(member, [partner]);
  }
  const isAmbiguous = (member: number | undefined) => {
    const [first, ...others] = member === undefined ? [] : (partnersOf.get(member) ?? []);
    return others.some((other) => areNamesApart(names[first as number] as Name, names[other] as Name));
  };
  return pairs.filter((_, at) => !isAmbiguous(vague[at]));
}

/**
 * Finds the pairs of things that may be one.
 * @param threshold the lowest score
 */
export function findPairs(things: readonly Thing[], threshold = DEFAULT_THRESHOLD): Pair[] {
  const names = things.map(({ name }) => nameOf(name));
  const vectors = vectorsOf(things.map(({ description }) => (description ? termsOf(description) : [])));
  const prepared = things.map((thing, at) => ({ thing, name: names[at] as Name, vector: vectors[at] ?? new Map() }));
  const known = { vocabulary: vocabularyOf(names), sharing: sharingOf(things) };
  const pairs: Pair[] = [];
  for (const places of candidatePairs(names, vectors)) {
    const found = judge(prepared, places, known);
    if (!found || found.score < threshold) continue;
    const { explain, ...pair } = found;
    pairs.push({ ...pair, ...explain() });
  }
  return withoutAmbiguous(pairs, names).sort((a, b) => b.score - a.score || a.one - b.one || a.other - b.other);
}

/** Blocking: which pairs are worth comparing, found by the rarest features that they share. */
import type { Name } from "./names";
import { frequenciesOf, rarity, type Vector } from "./tf-idf";
import { trigramsOf } from "./words";

/** Features that more things than these have lead to no candidates. */
const MAX_SHARING = 200;
/** Candidates of each thing. */
const MAX_CANDIDATES = 20;
/** The weightiest terms of a description that count as features. */
const DESCRIPTION_TERMS = 4;

/** Returns the initials of a name, which its acronym has as its name. */
const initialsOf = ({ core }: Name) => (core.length < 2 ? [] : [`#${core.map((word) => word[0]).join("")}`]);

/** Returns the product that a name means, and its words in one piece, with and without the vendor. */
const identitiesOf = ({ recognized, words, core, compact }: Name) => [
  `=${compact}`,
  `=${words.join("")}`,
  `=${core.join("")}`,
  `#${core.join("")}`,
  ...(recognized ? [`=product ${recognized.product.id} ${recognized.rest.join(" ")}`] : []),
];

/** Returns the features of a name and a description: what it means, trigrams, initials, and rare terms. */
function featuresOf(name: Name, vector: Vector): string[] {
  if (name.words.length === 0) return [];
  const terms = [...vector].sort(([, one], [, other]) => other - one).slice(0, DESCRIPTION_TERMS);
  return [
    ...identitiesOf(name),
    ...initialsOf(name),
    ...trigramsOf(name.compact),
    ...terms.map(([term]) => `~${term}`),
  ];
}

/** A feature that two things at least have: those that were looked at already, and how much it says. */
type SharedFeature = { places: number[]; weight: number };

/** A shared meaning weighs so many times as much as a shared part of the letters. */
const IDENTITY = 20;

const weightOf = (feature: string, frequency: number, all: number) =>
  rarity(all, frequency) * (feature.startsWith("=") ? IDENTITY : 1);

/** Returns the features that lead to candidates; equal names do so however many have them. */
function sharedFeatures(features: readonly (readonly string[])[]): Map<string, SharedFeature> {
  const leads = ([feature, frequency]: [string, number]) =>
    frequency > 1 && (frequency <= MAX_SHARING || feature.startsWith("="));
  return new Map(
    [...frequenciesOf(features)]
      .filter(leads)
      .map(([feature, frequency]) => [feature, { places: [], weight: weightOf(feature, frequency, features.length) }]),
  );
}

/**
 * Returns the pairs worth comparing by their features, each once, with the earlier place first.
 * @param features of each thing; those that begin with `=` say what it means
 */
export function* candidateKeyPairs(features: readonly (readonly string[])[]): Generator<[number, number]> {
  const index = sharedFeatures(features);
  const weights = new Float64Array(features.length);
  for (const [place, own] of features.entries()) {
    const found: number[] = [];
    for (const feature of new Set(own)) {
      const shared = index.get(feature);
      if (!shared) continue;
      for (const other of shared.places.slice(-MAX_SHARING)) {
        if (weights[other] === 0) found.push(other);
        weights[other] = (weights[other] as number) + shared.weight;
      }
      shared.places.push(place);
    }
    const best = found.sort((a, b) => (weights[b] as number) - (weights[a] as number) || a - b);
    for (const other of best.slice(0, MAX_CANDIDATES)) yield [other, place];
    for (const other of found) weights[other] = 0;
  }
}

/** Returns the pairs of names worth comparing, each once, with the earlier place first. */
export const candidatePairs = (names: readonly Name[], vectors: readonly Vector[]): Generator<[number, number]> =>
  candidateKeyPairs(names.map((name, place) => featuresOf(name, vectors[place] as Vector)));

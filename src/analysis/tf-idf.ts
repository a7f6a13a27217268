/** Texts as weighted terms. */

/** Term → weight; the squares of the weights add up to 1. */
export type Vector = ReadonlyMap<string, number>;

/** Says how many documents have each term. */
export function frequenciesOf(documents: readonly (readonly string[])[]): Map<string, number> {
  const frequencies = new Map<string, number>();
  for (const terms of documents)
    for (const term of new Set(terms)) frequencies.set(term, (frequencies.get(term) ?? 0) + 1);
  return frequencies;
}

/** Says how much a term says that so many of the documents have. */
export const rarity = (documents: number, frequency: number): number => Math.log(1 + documents / (1 + frequency));

/**
 * Returns the terms of documents, each weighted by how often it comes in its document and how rare it is in the others
 * (TF-IDF).
 */
export function vectorsOf(documents: readonly (readonly string[])[]): Vector[] {
  const frequencies = frequenciesOf(documents);
  return documents.map((terms) => {
    const counts = new Map<string, number>();
    for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
    const weights = [...counts].map(
      ([term, count]) =>
        [term, (1 + Math.log(count)) * rarity(documents.length, frequencies.get(term) as number)] as const,
    );
    const length = Math.hypot(...weights.map(([, weight]) => weight)) || 1;
    return new Map(weights.map(([term, weight]) => [term, weight / length]));
  });
}

/** Returns the cosine of two vectors, from 0 to 1. */
export function cosine(one: Vector, other: Vector): number {
  const [short, long] = one.size <= other.size ? [one, other] : [other, one];
  let sum = 0;
  for (const [term, weight] of short) sum += weight * (long.get(term) ?? 0);
  return Math.min(sum, 1);
}

/** Returns the terms that make two vectors alike, the weightiest first. */
export const sharedTerms = (one: Vector, other: Vector, most: number): string[] =>
  [...one]
    .filter(([term]) => other.has(term))
    .sort(([a, x], [b, y]) => y * (other.get(b) as number) - x * (other.get(a) as number) || (a < b ? -1 : 1))
    .slice(0, most)
    .map(([term]) => term);

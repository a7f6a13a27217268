/** Products and their cycles. */
import { found, refused } from "../../http/errors";
import { roundScore } from "./matching";
import { type EolCycle, productName, type SnapshotCycle } from "./model";
import { sourceInForce } from "./source";

/** Products of one answer. */
const MAX_PRODUCTS = 100;
/** The lowest score of a product that is found by a name. */
const LEAST_SCORE = 0.3;

/** Lists the first products whose names contain a text. */
export function listProducts(search: string): { name: string }[] {
  const part = search.toLowerCase();
  return sourceInForce()
    .names.filter((name) => name.toLowerCase().includes(part))
    .slice(0, MAX_PRODUCTS)
    .map((name) => ({ name }));
}

/** Finds the products that a name may mean, best first. */
export const findProducts = (search: string, limit: number): { name: string; score: number }[] =>
  sourceInForce()
    .match(search, LEAST_SCORE, limit)
    .map(({ name, score }) => ({ name, score: roundScore(score) }));

/** Serializes a cycle with exactly the keys of the wire. */
const serializeCycle = (cycle: SnapshotCycle): EolCycle => ({
  cycle: cycle.cycle,
  releaseDate: cycle.releaseDate ?? null,
  eol: cycle.eol ?? null,
  latest: cycle.latest ?? null,
  latestReleaseDate: cycle.latestReleaseDate ?? null,
  lts: cycle.lts ?? null,
  support: cycle.support ?? null,
  discontinued: cycle.discontinued ?? null,
  codename: cycle.codename ?? null,
  link: cycle.link ?? null,
});

/**
 * Lists the cycles of a product.
 * @throws Problem 400 for what can't be a name, 404 for an unknown product
 */
export function listCycles(product: string): EolCycle[] {
  if (!productName.test(product)) throw refused("Invalid product name");
  const cycles = found(sourceInForce().cyclesOf(product), `Product '${product}'`);
  return cycles.map(serializeCycle);
}

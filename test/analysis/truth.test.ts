/** The analyses against real names: each half by itself, the one that was never tuned on included. */
import { describe, expect, test } from "bun:test";
import { clustersOf } from "../../src/analysis/clusters";
import { findPairs } from "../../src/analysis/duplicates";
import { vendorsOf } from "../../src/analysis/vendor-names";
import { type Half, pairsIn, readTruth, scoreOf, type Truth } from "./truth/truth";

/** Returns the pairs in the clusters of cards of which only the names are known. */
function foundDuplicates({ names }: Truth): string[] {
  const things = names.map((name) => ({ name, description: null, links: {}, attributes: {}, owners: [] }));
  return pairsIn(clustersOf(things, findPairs(things)).map(({ members }) => members));
}

const foundVendors = ({ names }: Truth): string[] => pairsIn(vendorsOf(names, () => 1).map(({ members }) => members));

const halves: [string, Half | undefined][] = [
  ["the half that was tuned on", "tuning"],
  ["the half that was held out", "held out"],
  ["both halves together", undefined],
];

describe("of real names that mean the same", () => {
  test.each(halves)("products are found with few others in %s", (_, half) => {
    const truth = readTruth("products", half);
    const { precision, recall } = scoreOf(foundDuplicates(truth), truth);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });

  test.each(halves)("vendors are found with few others in %s", (_, half) => {
    const truth = readTruth("vendors", half);
    const { precision, recall } = scoreOf(foundVendors(truth), truth);
    expect(precision).toBeGreaterThanOrEqual(0.97);
    expect(recall).toBeGreaterThanOrEqual(0.92);
  });
});

describe("of real names that were written down without a look at the tables", () => {
  test.each(["unseen-products", "later-products"] as const)("the %s are found with few others", (subject) => {
    const truth = readTruth(subject);
    const { precision, recall } = scoreOf(foundDuplicates(truth), truth);
    expect(precision).toBeGreaterThanOrEqual(0.92);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });

  test("the vendors are found with few others", () => {
    const truth = readTruth("unseen-vendors");
    const { precision, recall } = scoreOf(foundVendors(truth), truth);
    expect(precision).toBeGreaterThanOrEqual(0.97);
    expect(recall).toBeGreaterThanOrEqual(0.95);
  });
});

test("the truth holds at least 300 pairs of products and 600 names that only look alike", () => {
  const { names, pairs } = readTruth("products");
  expect(pairs.size).toBeGreaterThanOrEqual(300);
  expect(names.length - 2 * pairs.size).toBeGreaterThanOrEqual(600);
});

test("both halves hold about as much", () => {
  const [tuning, heldOut] = [readTruth("products", "tuning"), readTruth("products", "held out")];
  expect(Math.min(tuning.pairs.size, heldOut.pairs.size)).toBeGreaterThanOrEqual(100);
});

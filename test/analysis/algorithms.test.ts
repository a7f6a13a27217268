/** The algorithms of analyses against naive recomputations. */
import { expect, test } from "bun:test";
import { type Random, randomFrom } from "../../bench/random";
import { articulationPoints, cyclesOf, graphOf } from "../../src/analysis/graph";
import { cosine, vectorsOf } from "../../src/analysis/tf-idf";
import { componentsOf } from "../../src/analysis/union-find";

const SIZE = 9;
const ROUNDS = 200;

type Edges = readonly (readonly [number, number])[];

/** Edges between some places, never from one to itself. */
function someEdges(random: Random): Edges {
  const place = () => random.whole(0, SIZE - 1);
  return Array.from({ length: random.whole(0, 14) }, () => [place(), place()] as const).filter(
    ([one, other]) => one !== other,
  );
}

/** Tries a property on the edges of many rounds. */
function onEdges(seed: number, check: (pairs: Edges) => void): void {
  const random = randomFrom(seed);
  for (let round = 0; round < ROUNDS; round++) check(someEdges(random));
}

/** Returns the nodes that can be reached from a node along edges, without some nodes. */
function reachedFrom(start: number, pairs: Edges, directed: boolean, without: readonly number[] = []): Set<number> {
  const reached = new Set([start]);
  for (let before = 0; before !== reached.size; ) {
    before = reached.size;
    for (const [one, other] of pairs) {
      if (without.includes(one) || without.includes(other)) continue;
      if (reached.has(one)) reached.add(other);
      if (!directed && reached.has(other)) reached.add(one);
    }
  }
  return reached;
}

const everywhere = Array.from({ length: SIZE }, (_, at) => at);

test("components of a graph consist of the nodes that its pairs connect", () => {
  onEdges(1, (pairs) => {
    const naive = new Set(everywhere.map((at) => [...reachedFrom(at, pairs, false)].sort().join()));
    const expected = [...naive].filter((members) => members.includes(","));
    expect(
      componentsOf(SIZE, pairs)
        .map((members) => members.join())
        .toSorted(),
    ).toEqual(expected.toSorted());
  });
});

test("articulation points are the nodes without which another node is no longer reachable", () => {
  onEdges(2, (pairs) => {
    const naive = everywhere.filter((point) => {
      const others = [...reachedFrom(point, pairs, false)].filter((at) => at !== point);
      const [first] = others;
      return first !== undefined && reachedFrom(first, pairs, false, [point]).size < others.length;
    });
    expect(articulationPoints(graphOf(SIZE, pairs))).toEqual(naive);
  });
});

test("cycles are the groups in which each node reaches each other node", () => {
  onEdges(3, (pairs) => {
    const reach = everywhere.map((at) => reachedFrom(at, pairs, true));
    const groups = everywhere.map((at) => everywhere.filter((to) => reach[at]?.has(to) && reach[to]?.has(at)));
    const naive = new Set(groups.filter((group) => group.length > 1).map((group) => group.join()));
    expect(
      cyclesOf(graphOf(SIZE, pairs, true))
        .map((members) => members.join())
        .toSorted(),
    ).toEqual([...naive].toSorted());
  });
});

test("the similarity of two vectors is the same in both directions, and 1 for a vector and itself", () => {
  const random = randomFrom(4);
  for (let round = 0; round < ROUNDS; round++) {
    const document = () => Array.from({ length: random.whole(0, 6) }, () => random.one(["a", "b", "c", "d", "e"]));
    const vectors = vectorsOf(Array.from({ length: random.whole(2, 6) }, document));
    for (const one of vectors) {
      expect(cosine(one, one)).toBeCloseTo(one.size > 0 ? 1 : 0);
      for (const other of vectors) expect(cosine(one, other)).toBeCloseTo(cosine(other, one));
    }
  }
});

/** A name is compared with products by a score. */
import { describe, expect, test } from "bun:test";
import { type Match, matcherOf, roundScore } from "../../../src/areas/eol/matching";
import { sourceInForce } from "../../../src/areas/eol/source";
import { testServer } from "../../support/server";

testServer();

const scoreOf = (query: string, product: string) => roundScore(matcherOf([product])(query, 0, 1)[0]?.score ?? 0);

test.each([
  ["Node.js", "nodejs", 1],
  ["node", "nodejs", 0.967],
  ["Postgres", "postgresql", 0.98],
  ["PostgreSQL 15", "postgresql", 0.85],
  ["Nginx LB", "nginx", 0.85],
  ["SAP HANA", "python", 0.462],
  ["Windows Srv", "windows-server", 0.87],
  ["Microsoft SQL Server 2019", "mssqlserver", 0.667],
  ["Red Hat Linux", "rhel", 0.4],
  ["Salesforce CRM", "sles", 0.471],
  ["App1", "sap-hana", 0.364],
  ["abcd", "bcde", 0.75],
  ["  -._/ ", "nodejs", 0],
  ["", "nodejs", 0],
])("the name %s matches the product %s with the score %d", (query, product, score) => {
  expect(scoreOf(query, product)).toBe(score);
});

/** Returns the length of the longest common block and of those next to it, letter by letter. */
function naiveBlocks(one: string[], other: string[]): number {
  let [start, otherStart, longest] = [0, 0, 0];
  for (let i = 0; i < one.length; i++)
    for (let j = 0; j < other.length; j++) {
      let length = 0;
      while (i + length < one.length && j + length < other.length && one[i + length] === other[j + length]) length++;
      if (length > longest) [start, otherStart, longest] = [i, j, length];
    }
  if (longest === 0) return 0;
  const left = naiveBlocks(one.slice(0, start), other.slice(0, otherStart));
  return longest + left + naiveBlocks(one.slice(start + longest), other.slice(otherStart + longest));
}

/** Returns the score of a product as the contract defines it. */
function naiveScore(query: string, product: string): number {
  const norm = (text: string) => text.toLowerCase().replaceAll(/[\s\-_./]/g, "");
  const tokens = (text: string) =>
    text
      .toLowerCase()
      .split(/[\s\-_./]+/)
      .filter(Boolean);
  const [q, p] = [norm(query), norm(product)];
  const [qs, ps] = [[...q], [...p]];
  if (q === "") return 0;
  if (q === p) return 1;
  if (p.includes(q)) return 0.9 + (0.1 * qs.length) / ps.length;
  if (q.includes(p)) return 0.85;
  const own = tokens(product);
  const shared = tokens(query).filter((token) => own.some((other) => other.includes(token) || token.includes(other)));
  const share = shared.length / tokens(query).length;
  const similar = (2 * naiveBlocks(qs, ps)) / (qs.length + ps.length);
  return Math.max(0.7 * share + 0.3 * similar, similar);
}

function naiveMatches(names: readonly string[], query: string, least: number, most: number): Match[] {
  const scored = names.map((name) => ({ name, score: naiveScore(query, name) }));
  return scored
    .filter(({ score }) => score > 0 && score >= least)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, most);
}

/** Scores that are computed in another order may differ in their last bit. */
const shown = (matches: Match[]) => matches.map(({ name, score }) => [name, roundScore(score)]);

let state = 20260821;
const random = (below: number) => {
  state = (state * 1664525 + 1013904223) % 2 ** 32;
  return Math.floor((state / 2 ** 32) * below);
};
const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;

/** Returns a name made of parts of the products' names, with mistakes. */
function randomName(names: readonly string[]): string {
  const words = Array.from({ length: 1 + random(3) }, () => {
    const name = pick(names);
    const cut = name.slice(random(3), name.length - random(3));
    return random(2) ? cut.toUpperCase() : cut;
  });
  return words.join(pick([" ", "-", " / ", ". ", "_", ""])) + pick(["", " 15", " Server", " é𝒳", ""]);
}

describe("a search in the built-in products", () => {
  test("finds for a name the products of the definition, in order", () => {
    const { names, match } = sourceInForce();
    expect(names.length).toBe(464);
    for (let round = 0; round < 150; round++) {
      const query = randomName(names);
      expect({ query, found: shown(match(query, 0.35, 5)) }).toEqual({
        query,
        found: shown(naiveMatches(names, query, 0.35, 5)),
      });
    }
  });

  test("finds for long names the products of the definition", () => {
    const { names, match } = sourceInForce();
    const query = Array.from({ length: 40 }, () => pick(names)).join(" ");
    expect(shown(match(query, 0.1, 50))).toEqual(shown(naiveMatches(names, query, 0.1, 50)));
  });
});

test("a search finds products with names longer than the estimate covers", () => {
  const names = [`${"b".repeat(40)}-${"a".repeat(40)}`, "c".repeat(300), `${"a".repeat(33)}x`];
  for (const query of ["a".repeat(45), `${"c".repeat(290)}d`, `${"a".repeat(30)} y ${"b".repeat(35)}`])
    expect(shown(matcherOf(names)(query, 0.3, 3))).toEqual(shown(naiveMatches(names, query, 0.3, 3)));
});

test("a search lists equally good products in their own order", () => {
  const names = ["tool-b", "tool-a", "tool-c"];
  expect(matcherOf(names)("tool", 0, 2).map(({ name }) => name)).toEqual(["tool-b", "tool-a"]);
});

test("a matcher finds the same after many different words", () => {
  const match = matcherOf(["nodejs", "python"]);
  const before = match("Python shop", 0.35, 5);
  for (let word = 0; word < 12_000; word++) match(`w${word}`, 0.35, 5);
  expect(match("Python shop", 0.35, 5)).toEqual(before);
});

/** Values are converted between rows and cards, and names find cards. */
import { describe, expect, test } from "bun:test";
import { type Random, randomFrom } from "../../../bench/random";
import { narrowed } from "../../../src/areas/servicenow/instance/table-api";
import { type Candidate, nameIndexOf } from "../../../src/areas/servicenow/records/matching";
import { pulled, pushed } from "../../../src/areas/servicenow/records/transform";
import { isCron, nextInstant } from "../../../src/core/runs/schedule";

const field = (turbo_field: string, transform_type: string | null = null, mapping?: object) => ({
  turbo_field,
  snow_field: "column",
  direction: "snow_leads" as const,
  transform_type,
  transform_config: mapping ? { mapping } : null,
});

describe("a value of a record", () => {
  const table = { "1": "low", "2": "high", "3": "high" };
  test.each([
    [null, "x", "x", "x"],
    ["direct", 7, 7, 7],
    ["unheard of", "x", "x", "x"],
    ["value_map", "1", "low", "1"],
    ["value_map", 2, "high", 2],
    ["value_map", "high", "high", "3"],
    ["date_format", "2026-01-31 10:00:00", "2026-01-31", "2026-01-31"],
    ["date_format", "soon", "soon", "soon"],
    ["date_format", "", null, null],
    ["boolean", "YES", true, "true"],
    ["boolean", "0", false, "true"],
    ["boolean", "", false, "false"],
  ])("is with the transformation %s for %p pulled as %p and pushed as %p", (transform, value, here, there) => {
    const mapped = field("attributes.key", transform, table);
    expect(pulled([mapped], { column: value })).toEqual({ attributes: { key: here } });
    expect(pushed([{ ...mapped, direction: "turbo_leads" }], { attributes: { key: value } })).toEqual({
      column: there,
    });
  });

  test("is null when it is missing, and its path may be nested in another one", () => {
    expect(pulled([field("name")], {})).toEqual({ name: null });
    expect(pulled([field("a"), field("a.b.c"), field("a.b")], { column: 1 })).toEqual({ a: { b: 1 } });
    const led = { ...field("attributes.toString.x"), direction: "turbo_leads" as const };
    expect(pushed([led, field("name")], { name: "n", attributes: {} })).toEqual({ column: null });
  });
});

/** Ratcliff and Obershelp by the book. */
function blocks(one: string, other: string): number {
  let [at, otherAt, length] = [0, 0, 0];
  for (let i = 0; i < one.length; i++)
    for (let j = 0; j < other.length; j++) {
      let k = 0;
      while (i + k < one.length && j + k < other.length && one[i + k] === other[j + k]) k++;
      if (k > length) [at, otherAt, length] = [i, j, k];
    }
  if (length === 0) return 0;
  const left = blocks(one.slice(0, at), other.slice(0, otherAt));
  return length + left + blocks(one.slice(at + length), other.slice(otherAt + length));
}

function naive(candidates: readonly Candidate[], name: string): { id: string } | "ambiguous" | undefined {
  const exact = candidates.filter((one) => one.name === name);
  if (exact.length > 1) return "ambiguous";
  if (exact[0]) return { id: exact[0].id };
  let best: { id: string; score: number } | undefined;
  for (const { id, name: other } of candidates) {
    const [a, b] = [name.toLowerCase(), other.toLowerCase()];
    const score = (2 * blocks(a, b)) / (a.length + b.length);
    if (score >= 0.85 && score > (best?.score ?? 0)) best = { id, score };
  }
  return best && { id: best.id };
}

const letters = "abcAB -";
const word = (random: Random) =>
  Array.from({ length: random.whole(1, 9) }, () => letters[random.whole(0, letters.length - 1)]).join("");

test("a search by name finds the same as a comparison with every card", () => {
  const random = randomFrom(3);
  let found = 0;
  for (let round = 0; round < 60; round++) {
    let candidates = Array.from({ length: 25 }, (_, id) => ({ id: String(id), name: word(random) }));
    const index = nameIndexOf(candidates);
    for (let tries = 0; tries < 25; tries++) {
      const name = word(random);
      const match = index.find(name);
      expect(match).toEqual(naive(candidates, name));
      if (match === undefined || match === "ambiguous") continue;
      found++;
      index.claim(match.id);
      candidates = candidates.filter(({ id }) => id !== match.id);
    }
  }
  expect(found).toBeGreaterThan(100);
});

test("a condition narrows every alternative of a query", () => {
  expect(narrowed(null, "a=1")).toBe("a=1");
  expect(narrowed("b=2^c=3^NQd=4", "a=1")).toBe("a=1^b=2^c=3^NQa=1^d=4");
});

test("a schedule has five fields, and its next time is in UTC", () => {
  expect(["* * * * *", "0 3 * * 1-5", "@daily"].map(isCron)).toEqual([true, true, true]);
  expect(["", "* * * *", "* * * * * *", "61 * * * *", "0 0 31 2 *"].map(isCron)).toEqual(Array(5).fill(false));
  expect(nextInstant("30 4 * * *")).toMatch(/T04:30:00\.000Z$/);
});

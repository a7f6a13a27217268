/** Every operation of the API has a page of the console that uses it, or a reason why none does. */
import { beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { usesOf } from "../../scripts/console/uses";
import { areas } from "../../src/areas";
import { servedPath } from "../../src/core/api/operation";
import { operationsOf } from "../../src/core/area";
import { pageless } from "./support/pageless";

const operations = operationsOf(areas)
  .filter(({ hidden }) => !hidden)
  .map((operation) => `${operation.method.toUpperCase()} ${servedPath(operation)}`);

// It reads every source of the console.
setDefaultTimeout(60_000);

let uses: ReadonlyMap<string, string[]>;
beforeAll(() => {
  uses = usesOf(operations);
});

test("the pages that use an operation are found in the sources: by its call, by a link to it, and by an address that is handed on", () => {
  expect(uses.get("GET /api/v1/bpm/flows")).toEqual(["flows"]);
  expect(uses.get("GET /api/v1/risks/export")).toEqual(["risks"]);
  expect(uses.get("PATCH /api/v1/settings/bpm-enabled")).toEqual(["settings"]);
  expect(uses.get("GET /api/v1/events/stream")).toEqual(["every page"]);
  expect(uses.size).toBeGreaterThan(400);
});

test("an operation without a page has a reason, and no other has one", () => {
  expect(operations.filter((name) => !uses.has(name) && !pageless[name])).toEqual([]);
  expect(Object.keys(pageless).filter((name) => uses.has(name))).toEqual([]);
  expect(Object.keys(pageless).filter((name) => !operations.includes(name))).toEqual([]);
});

test("an operation that stands in for another one is used by a page", () => {
  const standIns = Object.values(pageless).flatMap(({ kind, text }) => (kind === "same as" ? [text] : []));
  expect(standIns.filter((name) => !uses.has(name))).toEqual([]);
});

/** Tests of the daily refresh. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import type { ServerResponse } from "node:http";
import { statement, transaction } from "../../../db";
import { eventsAfter, lastEvent } from "../../support/journal";
import { json, type Outside, startOutside } from "../../support/outside";
import { doWork } from "../../support/runs";
import { clientAs, testServer } from "../../support/server";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true" });
const admin = clientAs(server, "admin");

/** Path → what the upstream service answers; 404 for any other. */
let answers: Record<string, unknown>;
let respond: (path: string, response: ServerResponse) => void;
let upstream: Outside;
beforeAll(async () => {
  upstream = await startOutside(({ url }, response) => respond(url, response));
});
afterAll(() => upstream.stop());
beforeEach(() => {
  upstream.seen.length = 0;
  answers = {
    "/api/all.json": ["beta", "alpha", "gone"],
    "/api/beta.json": [{ cycle: 2, eol: "2030-01-01", iconPath: "/b" }],
    "/api/alpha.json": [
      { cycle: "1", eol: false },
      { cycle: "0", eol: true },
    ],
  };
  respond = (path, response) => (path in answers ? json(response, answers[path]) : json(response, {}, 404));
});
afterEach(() => admin.delete("/eol/source"));

const refresh = (environment: Record<string, string> = {}, signal?: AbortSignal) =>
  doWork("eol-refresh", { EOL_URL: `${upstream.url}/api`, ...environment }, signal);
const source = async () => (await admin.get("/eol/source")).body;
const paths = () => upstream.seen.map(({ url }) => url).toSorted();
const ALL = ["/api/all.json", "/api/alpha.json", "/api/beta.json", "/api/gone.json"];

test("a refresh activates the upstream products alone, in their order", async () => {
  const before = lastEvent();
  await refresh();
  expect(paths()).toEqual(ALL);
  expect(await source()).toMatchObject({ origin: "upstream", products: 2, cycles: 3 });
  const { body, headers } = await admin.get("/eol/products");
  expect(body).toEqual([{ name: "beta" }, { name: "alpha" }]);
  expect(headers.get("x-data-origin")).toBe("upstream");
  expect((await admin.get("/eol/products/beta")).body).toMatchObject([{ cycle: "2", eol: "2030-01-01" }]);
  expect(eventsAfter(before)).toMatchObject([
    { event_type: "eol.source_updated", user_id: null, data: { origin: "upstream", products: 2 } },
  ]);
});

test("the upstream service is asked once a day", async () => {
  await refresh();
  upstream.seen.length = 0;
  await refresh();
  expect(paths()).toEqual([]);
  const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
  transaction(() => statement("UPDATE eol_snapshots SET created_at = ?").run(yesterday));
  await refresh();
  expect(paths()).toEqual(ALL);
});

test("an upload remains the source", async () => {
  await admin.put("/eol/source", [{ name: "own", cycles: [] }]);
  await refresh();
  expect(paths()).toEqual([]);
  expect(await source()).toMatchObject({ origin: "upload", products: 1 });
});

test("an upload that arrives during a refresh remains the source", async () => {
  const usual = respond;
  respond = async (path, response) => {
    if (path === "/api/all.json") await admin.put("/eol/source", [{ name: "own", cycles: [] }]);
    usual(path, response);
  };
  await refresh();
  expect(await source()).toMatchObject({ origin: "upload", products: 1 });
});

test.each<[what: string, path: string, answer: unknown]>([
  ["no list", "/api/all.json", { products: [] }],
  ["an empty list", "/api/all.json", []],
  ["names that are none", "/api/all.json", ["../secrets"]],
  ["only products that are gone", "/api/all.json", ["gone"]],
  ["cycles that are none", "/api/beta.json", [{ eol: true }]],
])("a refresh changes nothing when the service gives %s", async (_, path, answer) => {
  answers[path] = answer;
  const before = lastEvent();
  await expect(refresh()).rejects.toThrow();
  expect(await source()).toMatchObject({ origin: "built-in" });
  expect(eventsAfter(before)).toEqual([]);
});

test("a refresh changes nothing when the service fails for one product", async () => {
  const usual = respond;
  respond = (path, response) => (path === "/api/beta.json" ? json(response, {}, 503) : usual(path, response));
  await expect(refresh()).rejects.toThrow("/api/beta.json answers with the status 503");
  expect(await source()).toMatchObject({ origin: "built-in" });
});

test("a refresh changes nothing when an answer is no JSON", async () => {
  respond = (_, response) => response.end("<html>");
  await expect(refresh()).rejects.toThrow();
  expect(await source()).toMatchObject({ origin: "built-in" });
});

test("a server that stops leaves the remaining products to its next run", async () => {
  await expect(refresh({}, AbortSignal.abort())).rejects.toThrow("the server stops");
  expect(paths()).toEqual(["/api/all.json"]);
  expect(await source()).toMatchObject({ origin: "built-in" });
});

test("EOL_REFRESH=false switches the refresh off", async () => {
  await refresh({ EOL_REFRESH: "false" });
  expect(paths()).toEqual([]);
});

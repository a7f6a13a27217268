/** Products, their cycles, and the source that they come from. */
import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findCycle } from "../../../src/areas/eol";
import { violationsOf } from "../../support/factories";
import { step } from "../../support/scenario";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const viewer = clientAs(server, "viewer");

/** The compiled-in products. */
const builtIn = readFileSync(join(import.meta.dir, "../../../src/areas/eol/endoflife.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as { name: string; cycles: { cycle: string; eol: unknown }[] });

const cycle = (name: unknown, rest: object = {}) => ({ cycle: name, ...rest });
const small = [
  { name: "zeta", cycles: [cycle("2", { eol: false, extra: { kept: 1 } }), cycle(1.5, { eol: "2020-01-01" })] },
  { name: "Alpha_1", label: "Alpha", cycles: [] },
];

/** Puts the compiled-in source back into force. */
afterEach(async () => {
  expect([204, 404]).toContain((await admin.delete("/eol/source")).status);
});

const upload = async (products: unknown, query = "") => {
  const answer = await admin.put(`/eol/source${query}`, products);
  expect(answer.status).toBe(200);
  return answer.body;
};

describe("the built-in source of life cycles", () => {
  test("answers at once, and names itself", async () => {
    const { status, headers, body } = await viewer.get("/eol/products");
    expect(status).toBe(200);
    expect(body).toEqual(builtIn.slice(0, 100).map(({ name }) => ({ name })));
    expect(headers.get("x-data-origin")).toBe("built-in");
    expect(headers.get("x-data-date")).toBe("2026-08-21");
    const cycles = builtIn.flatMap((product) => product.cycles).length;
    expect((await viewer.get("/eol/source")).body).toEqual({
      ...{ origin: "built-in", date: "2026-08-21" },
      ...{ products: 464, cycles },
    });
    expect(cycles).toBe(8351);
  });

  test("finds products by a part of their name, in any case", async () => {
    const expected = builtIn.filter(({ name }) => name.includes("sql")).map(({ name }) => ({ name }));
    expect((await viewer.get("/eol/products?search=SQL")).body).toEqual(expected);
    expect((await viewer.get("/eol/products?search=%25")).body).toEqual([]);
  });

  test("has ten keys in every cycle of a product", async () => {
    const { status, body, headers } = await viewer.get("/eol/products/nodejs");
    expect(status).toBe(200);
    expect(headers.get("x-data-date")).toBe("2026-08-21");
    const nodejs = builtIn.find(({ name }) => name === "nodejs");
    expect(body.map((entry: { cycle: string }) => entry.cycle)).toEqual(nodejs?.cycles.map((one) => one.cycle));
    for (const entry of body)
      expect(Object.keys(entry)).toEqual([
        ...["cycle", "releaseDate", "eol", "latest", "latestReleaseDate"],
        ...["lts", "support", "discontinued", "codename", "link"],
      ]);
  });

  test.each([
    ["/eol/products/no-such-product", 404, "Product 'no-such-product' not found"],
    ["/eol/products/no%20name", 400, "Invalid product name"],
    ["/eol/products/..%2Fall", 400, "Invalid product name"],
  ])("GET %s is answered with %d", async (path, status, detail) => {
    expect(await viewer.get(path)).toMatchObject({ status, body: { detail } });
  });

  test("finds products by name, best matches first", async () => {
    const { body } = await viewer.get("/eol/products/fuzzy?search=Node.js");
    expect(body[0]).toEqual({ name: "nodejs", score: 1 });
    expect(body.length).toBe(10);
    const scores = body.map(({ score }: { score: number }) => score);
    expect(scores).toEqual(scores.toSorted((one: number, other: number) => other - one));
    expect(scores.at(-1)).toBeGreaterThanOrEqual(0.3);
    expect((await viewer.get("/eol/products/fuzzy?search=Node.js&limit=1")).body).toEqual([body[0]]);
  });

  test.each([
    ["search=x", "query.search: string_too_short"],
    ["", "query.search: missing"],
    ["search=node&limit=0", "query.limit: greater_than_equal"],
    ["search=node&limit=51", "query.limit: less_than_equal"],
  ])("refuses the fuzzy search %p", async (query, violation) => {
    const { status, body } = await viewer.get(`/eol/products/fuzzy?${query}`);
    expect(status).toBe(422);
    expect(violationsOf(body)).toEqual([violation]);
  });
});

describe("the upload of life cycles", () => {
  test("replaces the built-in source: its products, their order and their cycles", async () => {
    const source = { origin: "upload", date: "2027-01-31", products: 2, cycles: 2 };
    const before = (await viewer.get("/eol/source")).body;
    await step({
      as: admin,
      method: "PUT",
      path: "/eol/source?date=2027-01-31",
      body: small,
      status: 200,
      equals: source,
      events: [{ event_type: "eol.source_updated", data: { origin: "upload", date: "2027-01-31", products: 2 } }],
    });
    const { body, headers } = await viewer.get("/eol/products");
    expect(body).toEqual([{ name: "zeta" }, { name: "Alpha_1" }]);
    expect([headers.get("x-data-origin"), headers.get("x-data-date")]).toEqual(["upload", "2027-01-31"]);
    expect((await viewer.get("/eol/products/zeta")).body).toMatchObject([
      { cycle: "2", eol: false, link: null },
      { cycle: "1.5", eol: "2020-01-01" },
    ]);
    expect((await viewer.get("/eol/products/Alpha_1")).body).toEqual([]);
    expect((await viewer.get("/eol/products/nodejs")).status).toBe(404);
    expect((await viewer.get("/eol/products/fuzzy?search=nodejs")).body).toEqual([]);
    expect(findCycle("zeta", "2")).toEqual({ cycle: "2", eol: false, extra: { kept: 1 } });
    expect(findCycle("zeta", "3")).toBeUndefined();
    expect(findCycle("nodejs", "18")).toBeUndefined();
    await step({
      as: admin,
      method: "DELETE",
      path: "/eol/source",
      status: 204,
      events: [{ event_type: "eol.source_deleted", data: { origin: "upload", date: "2027-01-31" } }],
    });
    expect((await viewer.get("/eol/source")).body).toEqual(before);
    expect(findCycle("nodejs", "18")).toMatchObject({ cycle: "18" });
  });

  test("replaces the former upload", async () => {
    await upload(small, "?date=2027-01-01");
    await upload([{ name: "only", cycles: [] }], "?date=2026-01-01");
    expect((await viewer.get("/eol/products")).body).toEqual([{ name: "only" }]);
    expect((await viewer.get("/eol/source")).body).toMatchObject({ date: "2026-01-01", products: 1, cycles: 0 });
  });

  test("may contain all built-in products", async () => {
    await upload(builtIn);
    expect((await viewer.get("/eol/source")).body).toMatchObject({ origin: "upload", products: 464, cycles: 8351 });
  });

  test.each([
    [[], "body: too_short"],
    [{}, "body: list_type"],
    [[{ name: "a b", cycles: [] }], "body.0.name: string_pattern_mismatch"],
    [[{ name: "a" }], "body.0.cycles: missing"],
    [[{ name: "a", cycles: [{ eol: true }] }], "body.0.cycles.0.cycle: missing"],
    [[{ name: "a", cycles: [{ cycle: "1", eol: 3 }] }], "body.0.cycles.0.eol: value_error"],
    [[{ name: "a", cycles: [{ cycle: "1", latest: 3 }] }], "body.0.cycles.0.latest: string_type"],
    [[small[0], small[0]], "body: value_error"],
  ])("is refused with %j, and the former source remains", async (body, violation) => {
    const answer = await admin.put("/eol/source", body);
    expect(answer.status).toBe(422);
    expect(violationsOf(answer.body)).toEqual([violation]);
    expect((await viewer.get("/eol/source")).body.origin).toBe("built-in");
  });

  test("needs dates that exist", async () => {
    const { status, body } = await admin.put("/eol/source?date=2027-02-30", small);
    expect({ status, at: body.detail[0].loc }).toEqual({ status: 422, at: ["query", "date"] });
  });

  test("needs an administrator", async () => {
    const member = await server.as("member");
    expect((await member.put("/eol/source", small)).status).toBe(403);
    expect((await member.delete("/eol/source")).status).toBe(403);
  });

  test("can't be deleted before it exists", async () => {
    expect((await admin.delete("/eol/source")).body).toEqual({ detail: "Snapshot not found" });
  });
});

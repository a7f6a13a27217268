/** Operations that are served without the framework answer as those that it serves. */
import { beforeAll, describe, expect, test } from "bun:test";
import { areas } from "../../src/areas";
import { serveDirectly } from "../../src/core/api/direct";
import { get } from "../../src/core/api/operation";
import { operationsOf } from "../../src/core/area";
import { makeCard, unique } from "../support/factories";
import { clientAs, testServer } from "../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
let id = "";
beforeAll(async () => {
  ({ id } = await makeCard(admin, { type: "Application", name: unique("Direct ") }));
});

/** Returns a path of a frequent operation, spelled so that only the framework takes it. */
const withSlash = (path: string) => path.replace(/(\?|$)/, "/$1");

const bare = ({ status, headers, body }: Awaited<ReturnType<typeof admin.get>>) => {
  const compared = Object.fromEntries(headers);
  delete compared["date"];
  delete compared["x-request-id"];
  return { status, headers: compared, body };
};

describe("frequent operations and the framework", () => {
  const paths: [what: string, path: () => string][] = [
    ["a card", () => `/cards/${id}`],
    ["a card, with a query", () => `/cards/${id}?x=1`],
    ["a card that isn't there", () => "/cards/01900000-0000-7000-8000-000000000000"],
    ["a list", () => "/cards?type=Application&page_size=2"],
    ["a list without a query", () => "/cards"],
    ["a list of a wrong page", () => "/cards?page=x&page_size=9999"],
    ["a query that is no UTF-8", () => "/cards?search=%ff"],
  ];
  for (const [what, path] of paths) {
    test(`give the same answer for ${what}`, async () => {
      expect(bare(await admin.get(path()))).toEqual(bare(await admin.get(withSlash(path()))));
    });
    test(`give the same answer for ${what} without a login`, async () => {
      const answer = await server.nobody.get(path());
      expect(answer.status).toBe(what === "a query that is no UTF-8" ? 422 : 401);
      expect(bare(answer)).toEqual(bare(await server.nobody.get(withSlash(path()))));
    });
  }
});

describe("frequent operations and the framework, for a refused change,", () => {
  const json = { "content-type": "application/json" };
  test.each<[what: string, status: number, headers: Record<string, string>, body: string | undefined]>([
    ["without a body", 422, json, undefined],
    ["with an empty body", 422, json, ""],
    ["with malformed JSON", 422, json, '{"alias":'],
    ["with a wrong value", 422, json, '{"alias":1}'],
    ["with another type of content", 422, { "content-type": "text/plain" }, "alias"],
    ["with a form", 422, { "content-type": "multipart/form-data; boundary=x" }, "--x--"],
    ["of an outdated card", 412, { ...json, "if-match": '"2020"' }, '{"alias":"late"}'],
  ])("give the same answer %s", async (_, status, headers, body) => {
    const answers = await Promise.all(
      [`/cards/${id}`, `/cards/${id}/`].map((path) => admin.send("PATCH", path, body, headers)),
    );
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
    expect(bare(answers[0] as never)).toEqual(bare(answers[1] as never));
  });

  test("give the same answer without a login", async () => {
    const answers = await Promise.all(
      [`/cards/${id}`, `/cards/${id}/`].map((path) => server.nobody.patch(path, { alias: "nobody" })),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(bare(answers[0] as never)).toEqual(bare(answers[1] as never));
  });
});

test("frequent operations and the framework make the same change", async () => {
  for (const path of [`/cards/${id}`, `/cards/${id}/`]) {
    const answer = await admin.patch(path, { alias: path });
    expect([answer.status, answer.headers.get("etag")]).toEqual([200, `"${answer.body.updated_at}"`]);
    expect((await admin.get(`/cards/${id}`)).body).toEqual(answer.body);
  }
});

test.each([
  ["in capitals", (path: string) => path.toUpperCase().replace("/CARDS", "/cards")],
  ["with a slash at the end", (path: string) => `${path}/`],
  ["percent-encoded", (path: string) => path.replace(/.$/, (last) => `%${last.charCodeAt(0).toString(16)}`)],
])("the id %s leads to its card", async (_, spelled) => {
  expect((await admin.get(spelled(`/cards/${id}`))).body).toMatchObject({ id });
});

test("a path next to those of frequent operations is served by the framework", async () => {
  expect((await admin.get("/cards/counts")).body).toMatchObject({ total: expect.any(Number) });
  expect((await admin.post(`/cards/${id}`, {})).status).toBe(405);
});

test("HEAD and requests of allowed origins are answered as by the framework", async () => {
  const head = await admin.send("HEAD", `/cards/${id}`);
  expect([head.status, head.headers.get("etag")]).toEqual([200, (await admin.get(`/cards/${id}`)).headers.get("etag")]);
  const cross = await admin.get(`/cards/${id}`, { origin: "http://localhost:8920" });
  expect(cross.headers.get("access-control-allow-origin")).toBe("http://localhost:8920");
});

test("listing cards, and reading and changing a card, are frequent operations", () => {
  const frequent = operationsOf(areas).filter((operation) => operation.frequent);
  expect(frequent.map(({ method, path }) => `${method} ${path}`)).toEqual(
    expect.arrayContaining(["get /cards", "get /cards/{card_id}", "patch /cards/{card_id}"]),
  );
});

test("an operation with a parameter before its end can't be a frequent operation", () => {
  const operation = get("/cards/{card_id}/history", "None", { permission: "public" }, () => {});
  const steps = { beforeValidation: [], beforeHandler: [], handler: () => undefined, read: undefined };
  const schemas = { headers: undefined, params: undefined, query: undefined, body: undefined };
  expect(() => serveDirectly([{ operation, schemas, ...steps }])).toThrow("has a parameter before its end");
});

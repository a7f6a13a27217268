import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { once } from "../../../src/core/access/idempotency";
import { type Client, clientOf } from "../../support/client";
import { makeCard, role } from "../../support/factories";
import { startTestServer, type TestServer } from "../../support/server";

let server: TestServer;
let architect: Client;

beforeAll(async () => {
  server = await startTestServer();
  architect = await server.as("member");
});
afterAll(() => server.stop());

const card = (name: string) => ({ type: "Application", name });
const totalNamed = async (name: string) =>
  (await architect.get(`/cards?search=${encodeURIComponent(name)}`)).body.total;

test("a repeated request gets the first answer and creates nothing twice", async () => {
  const key = { "idempotency-key": "create-payroll" };
  const first = await architect.post("/cards", card("Payroll system"), key);
  const second = await architect.post("/cards", card("Payroll system"), key);
  expect(first.status).toBe(201);
  expect(second.status).toBe(201);
  expect(second.body).toEqual(first.body);
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(await totalNamed("Payroll system")).toBe(1);
});

test("a change or deletion that is sent again gets its first answer, and undoes nothing that came between", async () => {
  const { id } = await makeCard(architect, { type: "Application", name: "Sent again" });
  const key = (name: string) => ({ "idempotency-key": `${name} ${id}` });
  const first = await architect.patch(`/cards/${id}`, { alias: "once" }, key("alias"));
  const batch = first.headers.get("x-stoa-batch");
  expect(first).toMatchObject({ status: 200, body: { alias: "once" } });
  expect(batch).toBeString();
  await architect.patch(`/cards/${id}`, { alias: "later" });
  const second = await architect.patch(`/cards/${id}`, { alias: "once" }, key("alias"));
  expect(second).toMatchObject({ status: 200, body: first.body });
  expect([second.headers.get("idempotency-replayed"), second.headers.get("x-stoa-batch")]).toEqual(["true", batch]);
  expect((await architect.get(`/cards/${id}`)).body.alias).toBe("later");

  const admin = await server.as("admin");
  const deletions = [
    await admin.delete(`/cards/${id}`, undefined, key("end")),
    await admin.delete(`/cards/${id}`, undefined, key("end")),
  ];
  expect(deletions.map(({ status }) => status)).toEqual([200, 200]);
  expect((await admin.delete(`/cards/${id}`)).status).toBe(404);
  expect(deletions.map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
});

test("a key belongs to one method of one path", async () => {
  const { id } = await makeCard(architect, { type: "Application", name: "One method" });
  const key = { "idempotency-key": `method ${id}` };
  const admin = await server.as("admin");
  expect((await admin.patch(`/cards/${id}`, { alias: "still here" }, key)).status).toBe(200);
  expect((await admin.delete(`/cards/${id}`, undefined, key)).status).toBe(422);
  expect((await admin.get(`/cards/${id}`)).body.alias).toBe("still here");
});

test("a deletion in slices that is sent again gets its first answer", async () => {
  const admin = await server.as("admin");
  const [one, other] = [await makeCard(admin, { type: "Application" }), await makeCard(admin, { type: "Application" })];
  const type = { key: "feeds", label: "feeds", source_type_key: "Application", target_type_key: "Application" };
  expect((await admin.post("/metamodel/relation-types", type)).status).toBe(201);
  await admin.post("/relations", { type: "feeds", source_id: one.id, target_id: other.id });
  const key = { "idempotency-key": "the end of feeds" };
  const path = "/metamodel/relation-types/feeds?force=true";
  const deletions = [await admin.delete(path, undefined, key), await admin.delete(path, undefined, key)];
  expect(deletions.map(({ status }) => status)).toEqual([200, 200]);
  expect(deletions[1]?.body).toEqual(deletions[0]?.body);
  expect(deletions.map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
});

describe("the headers of a replayed answer", () => {
  const ofTheAnswer = ({ headers }: { headers: Headers }) => ({
    etag: headers.get("etag"),
    "content-type": headers.get("content-type"),
  });

  test.each([
    ["/cards", card("Versioned twice")],
    ["/metamodel/types", { key: "Ship", label: "Ship" }],
    [
      "/metamodel/relation-types",
      { key: "sails", label: "s", source_type_key: "Application", target_type_key: "Ship" },
    ],
  ])("are those of the first answer of POST %s", async (path, body) => {
    const admin = await server.as("admin");
    const key = { "idempotency-key": `headers of ${path}` };
    const first = await admin.post(path, body, key);
    const second = await admin.post(path, body, key);
    expect(first).toMatchObject({ status: 201 });
    expect(ofTheAnswer(first).etag).toStartWith('"');
    expect(ofTheAnswer(second)).toEqual(ofTheAnswer(first));
    expect([first, second].map(({ headers }) => headers.get("idempotency-replayed"))).toEqual([null, "true"]);
    expect(first.headers.get("x-request-id")).not.toBe(second.headers.get("x-request-id") as string);
    // The version is still the present one, so a change can continue from the replayed answer.
    if (path === "/cards") {
      const etag = second.headers.get("etag") as string;
      expect((await admin.patch(`/cards/${first.body.id}`, { alias: "a" }, { "if-match": etag })).status).toBe(200);
    }
  });

  test("include those that the handler sets, except cookies", () => {
    const call = () => {
      const set = { headers: {} as Record<string, unknown> };
      const request = new Request("http://localhost/api/v1/things", {
        method: "POST",
        headers: { "idempotency-key": "set beside" },
      });
      const actor = { userId: architect.userId as string, role: "member", permissions: {} } as never;
      const handler = once((context) => {
        Object.assign(context.set.headers, { "x-total-count": "3", "set-cookie": "access_token=secret" });
        return { made: true };
      });
      return handler({ request, body: undefined, set, actor });
    };
    expect(call()).toEqual({ made: true });
    const replayed = call() as Response;
    expect(Object.fromEntries(replayed.headers)).toEqual({
      "content-type": "application/json;charset=utf-8",
      "idempotency-replayed": "true",
      "x-total-count": "3",
    });
  });

  test("are missing where an earlier version has stored the answer", async () => {
    const key = { "idempotency-key": "kept long ago" };
    const first = await architect.post("/cards", card("Kept long ago"), key);
    transaction(() => statement("UPDATE idempotency_keys SET headers = NULL WHERE key = ?").run("kept long ago"));
    const second = await architect.post("/cards", card("Kept long ago"), key);
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(ofTheAnswer(second)).toEqual({ etag: null, "content-type": "application/json" });
  });
});

test("requests with one key at the same time are executed once", async () => {
  const key = { "idempotency-key": "at-once" };
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => architect.post("/cards", card("Ledger of ledgers"), key)),
  );
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
  expect(await totalNamed("Ledger of ledgers")).toBe(1);
});

test("a key belongs to one request", async () => {
  const key = { "idempotency-key": "used-up" };
  await architect.post("/cards", card("First of two"), key);
  const other = await architect.post("/cards", card("Second of two"), key);
  expect(other).toMatchObject({ status: 422 });
  expect(other.body.detail).toContain("used-up");
  expect(await totalNamed("Second of two")).toBe(0);
});

test("a key belongs to one user", async () => {
  const key = { "idempotency-key": "mine-and-yours" };
  const colleague = await server.as("member");
  const mine = await architect.post("/cards", { ...card("Shared wish"), subtype: "businessApplication" }, key);
  const theirs = await colleague.post("/cards", card("Other wish"), key);
  expect(mine.status).toBe(201);
  expect(theirs.status).toBe(201);
});

test("a refused request is not stored, so that it can be corrected and sent again", async () => {
  const key = { "idempotency-key": "mended" };
  expect((await architect.post("/cards", card(""), key)).status).toBe(201);
  expect(
    (await architect.post("/cards", { type: "Nothing", name: "x" }, { "idempotency-key": "mended-2" })).status,
  ).toBe(422);
  expect((await architect.post("/cards", card("Mended"), { "idempotency-key": "mended-2" })).status).toBe(201);
});

describe("a replay after a change of the user's rights", () => {
  const replayed = (answer: { headers: Headers }) => answer.headers.get("idempotency-replayed");

  test("is refused when the user may no longer do it", async () => {
    const admin = await server.as("admin");
    const fallen = await server.as("member");
    const { id } = await makeCard(admin, { type: "Application" });
    const bulk = { card_ids: [id] };
    const requests: [path: string, body: unknown][] = [
      ["/cards", card("Made while one might")],
      ["/cards/bulk-archive", bulk],
      ["/cards/bulk-restore", bulk],
      [`/cards/${id}/stakeholders`, { user_id: admin.userId, role: "observer" }],
    ];
    const send = (at: number) => {
      const [path, body] = requests[at] as [string, unknown];
      return fallen.post(path, body, { "idempotency-key": `fallen-${at}` });
    };
    for (const at of requests.keys()) expect((await send(at)).status).toBeWithin(200, 300);
    expect((await admin.patch(`/users/${fallen.userId}`, { role: "viewer" })).status).toBe(200);
    for (const at of requests.keys()) {
      const answer = await send(at);
      expect(answer.status).toBeOneOf([403, 409]);
      expect(replayed(answer)).toBeNull();
    }
  });

  test("is refused when the user may no longer see the answer, and nothing is executed twice", async () => {
    const admin = await server.as("admin");
    const key = role("inventory.view", "inventory.create", "inventory.archive", "costs.view");
    const clerk = await server.as(key);
    const { id } = await makeCard(admin, { type: "Application", attributes: { costTotalAnnual: 918_273 } });
    await admin.post(`/cards/${id}/archive`);
    const restore = () => clerk.post(`/cards/${id}/restore`, undefined, { "idempotency-key": "restore-it" });
    expect(JSON.stringify((await restore()).body)).toContain("918273");
    expect(replayed(await restore())).toBe("true");
    const permissions = { "inventory.view": true, "inventory.create": true, "inventory.archive": true };
    await admin.patch(`/roles/${key}`, { permissions });
    const answer = await restore();
    expect(answer).toMatchObject({ status: 409, body: { detail: expect.stringContaining("executed already") } });
    await admin.patch(`/roles/${key}`, { permissions: { ...permissions, "costs.view": true } });
    expect(replayed(await restore())).toBe("true");
  });
});

test("an overlong key is refused with the name of the header", async () => {
  const answer = await architect.post("/cards", card("Overlong"), { "idempotency-key": "k".repeat(300) });
  expect(answer.body.detail[0].loc).toEqual(["header", "idempotency-key"]);
});

test("actions without a body are executed once, too", async () => {
  const { body } = await architect.post("/cards", card("Archived once"));
  const key = { "idempotency-key": "archive-once" };
  const first = await architect.post(`/cards/${body.id}/archive`, undefined, key);
  const second = await architect.post(`/cards/${body.id}/archive`, undefined, key);
  expect(first.status).toBe(200);
  expect(second.body).toEqual(first.body);
});

test("a change that names an older version is refused, and changes nothing", async () => {
  const made = await architect.post("/cards", card("Versioned"));
  const version = made.headers.get("etag") as string;
  const path = `/cards/${made.body.id}`;
  const changed = await architect.patch(path, { description: "one" }, { "if-match": version });
  expect(changed.status).toBe(200);
  expect(changed.headers.get("etag")).not.toBe(version);
  expect((await architect.patch(path, { description: "two" }, { "if-match": version })).status).toBe(412);
  expect((await architect.get(path)).body.description).toBe("one");
  expect((await architect.patch(path, { description: "three" }, { "if-match": "*" })).status).toBe(200);
});

test("an answer is repeated after a restart, with its headers", async () => {
  const key = { "idempotency-key": "before-the-restart" };
  const first = await architect.post("/cards", card("Made before the restart"), key);
  await server.stop();
  server = await startTestServer({ DATABASE_URL: `file:${server.databaseFile}` });
  const second = await clientOf(server.url, architect.token).post("/cards", card("Made before the restart"), key);
  expect(second).toMatchObject({ status: 201, body: first.body });
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(second.headers.get("etag")).toBe(first.headers.get("etag") as string);
});

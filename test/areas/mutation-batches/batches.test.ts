import { beforeAll, describe, expect, test } from "bun:test";
import { db, statement, tables, transaction } from "../../../db";
import { purgeBatches } from "../../../src/areas/mutation-batches/batches";
import { seqOfBatch } from "../../../src/core/journal/batches";
import { publishAll } from "../../../src/core/journal/journal";
import { DAY, fromNow, MINUTE, now } from "../../../src/platform/clock";
import { newId } from "../../../src/platform/ids";
import { batchAbout } from "../../support/batches";
import type { Client } from "../../support/client";
import {
  cardType,
  field,
  makeCard,
  relate,
  relationType,
  role,
  stakeholder,
  unique,
  violationsOf,
} from "../../support/factories";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const other = clientAs(server, "member");
const viewer = clientAs(server, "viewer");
/** May read everything that happens, but no costs. */
let auditor: Client;
beforeAll(async () => {
  auditor = await server.as(role("admin.events", "inventory.view"));
  cardType("Widget", [field("price", "cost"), field("size", "number")]);
  relationType("fits", "Widget", "Widget");
});

const nobodysId = "01900000-0000-7000-8000-000000000000";
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** Opens a batch. */
async function open(client: Client, fields: Record<string, unknown> = {}, rows = 0, headers = {}) {
  const answer = await client.post(
    `/mutation-batches?row_count=${rows}`,
    { tool_name: unique("tool "), ...fields },
    headers,
  );
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const commit = (client: Client, id: string, body: unknown = {}, headers = {}) =>
  client.post(`/mutation-batches/${id}/commit`, body, headers);

const inBatch = (id: string) => ({ "x-turbo-ea-batch": id });

/** Returns the batch of the latest event about a card or relation. */
const batchOf = async (entityId: string) => (await admin.get(`/mutation-batches/${batchAbout(entityId)}`)).body;

const backdate = (id: string, createdAt: string) =>
  transaction(() => {
    statement("UPDATE mutation_batches SET created_at = ? WHERE id = ?").run(createdAt, id);
    const seq = seqOfBatch(id);
    if (seq !== undefined) statement("UPDATE events SET created_at = ? WHERE seq = ?").run(createdAt, seq);
  });

describe("a new batch", () => {
  test("is the caller's and open, with the origin of the request", async () => {
    const batch = await open(member, { tool_name: "update_cards" }, 0, { "x-turbo-ea-origin": " MCP " });
    expect(batch).toEqual({
      id: expect.any(String),
      tool_name: "update_cards",
      actor_user_id: member.userId,
      actor_display_name: expect.stringContaining("member"),
      origin: "mcp",
      dry_run: false,
      confirm_token: null,
      summary: null,
      created_at: instant,
      committed_at: null,
      rolled_back_at: null,
    });
    expect((await member.get(`/mutation-batches/${batch.id}`)).body).toEqual(batch);
    expect((await open(viewer)).origin).toBe("api");
  });

  test.each([
    [true, 21, true],
    [true, 5_000, true],
    [true, 20, false],
    [true, 0, false],
    [false, 21, false],
  ])("has with dry_run %p and %d rows a token: %p", async (dry_run, rows, hasToken) => {
    const { confirm_token } = await open(member, { dry_run }, rows);
    if (hasToken) expect(confirm_token).toMatch(/^[\w-]{32}$/);
    else expect(confirm_token).toBeNull();
  });

  test.each([
    ["no name", {}, "", ["body.tool_name: missing"]],
    ["an empty name", { tool_name: "" }, "", ["body.tool_name: string_too_short"]],
    ["a name of 101 letters", { tool_name: "n".repeat(101) }, "", ["body.tool_name: string_too_long"]],
    ["a number for a name", { tool_name: 1 }, "", ["body.tool_name: string_type"]],
    ["no flag", { tool_name: "a", dry_run: "perhaps" }, "", ["body.dry_run: bool_parsing"]],
    ["rows below none", { tool_name: "a" }, "?row_count=-1", ["query.row_count: greater_than_equal"]],
    ["half a row", { tool_name: "a" }, "?row_count=1.5", ["query.row_count: int_parsing"]],
  ])("is refused with %s", async (_, body, query, expected) => {
    const answer = await member.post(`/mutation-batches${query}`, body);
    expect(answer.status).toBe(422);
    expect(violationsOf(answer.body)).toEqual(expected);
  });
});

describe("the commit of a batch", () => {
  test("closes the batch once, with the summary of the tool", async () => {
    const { id } = await open(member);
    const closed = await commit(member, id, { summary: { updated: 3, names: ["a"] } });
    expect(closed).toMatchObject({
      status: 200,
      body: { id, summary: { updated: 3, names: ["a"] }, committed_at: instant },
    });
    expect((await member.get(`/mutation-batches/${id}`)).body).toEqual(closed.body);
    expect(await commit(member, id)).toMatchObject({
      status: 409,
      body: { detail: "Mutation batch already committed" },
    });
  });

  test("leaves the summary empty without one", async () => {
    const { id } = await open(member);
    expect((await commit(member, id, { summary: null, confirm_token: null })).body.summary).toBeNull();
  });

  test("checks that the batch exists, that it is open, whose it is, and then its token", async () => {
    expect(await commit(other, nobodysId)).toMatchObject({
      status: 404,
      body: { detail: "Mutation batch not found" },
    });
    const { id, confirm_token } = await open(member, { dry_run: true }, 21);
    expect(await commit(other, id)).toMatchObject({
      status: 403,
      body: { detail: "Mutation batch belongs to another user" },
    });
    expect((await commit(admin, id, { confirm_token })).status).toBe(403);
    expect(await commit(member, id)).toMatchObject({ status: 400, body: { detail: expect.any(String) } });
    expect((await commit(member, id, { confirm_token })).status).toBe(200);
    expect((await commit(other, id)).status).toBe(409);
  });

  test("accepts only the token of the batch, and deletes it", async () => {
    const { id, confirm_token } = await open(member, { dry_run: true }, 21);
    for (const wrong of ["", "x", "x".repeat(32), `${confirm_token}x`])
      expect((await commit(member, id, { confirm_token: wrong })).status).toBe(400);
    expect((await commit(member, id, { confirm_token })).body).toMatchObject({ confirm_token: null });
  });

  test("accepts the token for fifteen minutes", async () => {
    const [fresh, stale] = [await open(member, { dry_run: true }, 21), await open(member, { dry_run: true }, 21)];
    backdate(fresh.id, fromNow(-14 * MINUTE));
    backdate(stale.id, fromNow(-16 * MINUTE));
    expect((await commit(member, fresh.id, { confirm_token: fresh.confirm_token })).status).toBe(200);
    expect((await commit(member, stale.id, { confirm_token: stale.confirm_token })).status).toBe(400);
  });

  test("closes a batch without a token at any age and with any token", async () => {
    const { id } = await open(member);
    backdate(id, fromNow(-DAY));
    expect((await commit(member, id, { confirm_token: "anything" })).status).toBe(200);
  });

  test("closes a dry run of the MCP server without the token, but not with a wrong one", async () => {
    const { id } = await open(member, { dry_run: true }, 21);
    expect((await commit(member, id, {}, { "x-turbo-ea-origin": "web" })).status).toBe(400);
    expect((await commit(member, id, { confirm_token: "x" }, { "x-turbo-ea-origin": "mcp" })).status).toBe(400);
    expect((await commit(member, id, {}, { "x-turbo-ea-origin": "mcp" })).status).toBe(200);
  });

  test.each([
    ["no body", undefined, ["body: missing"]],
    ["a summary that is a list", { summary: [] }, ["body.summary: dict_type"]],
    ["a token of 65 letters", { confirm_token: "x".repeat(65) }, ["body.confirm_token: string_too_long"]],
  ])("is refused with %s", async (_, body, expected) => {
    const { id } = await open(member);
    const answer = await member.post(`/mutation-batches/${id}/commit`, body);
    expect(answer.status).toBe(422);
    expect(violationsOf(answer.body)).toEqual(expected);
  });

  test("closes a batch of a deleted user for those who may see all batches", async () => {
    const { id } = await open(member);
    transaction(() => statement("UPDATE mutation_batches SET actor_user_id = NULL WHERE id = ?").run(id));
    expect((await commit(other, id)).status).toBe(403);
    expect((await commit(auditor, id)).status).toBe(200);
  });
});

describe("the reading of a batch", () => {
  test("is allowed to its own user and to those who may read all batches", async () => {
    const { id } = await open(member);
    for (const path of [`/mutation-batches/${id}`, `/mutation-batches/${id}/events`]) {
      for (const client of [member, admin, auditor]) expect((await client.get(path)).status).toBe(200);
      for (const client of [other, viewer])
        expect(await client.get(path)).toMatchObject({ status: 403, body: { detail: "Insufficient permissions" } });
      expect((await server.nobody.get(path)).status).toBe(401);
    }
  });

  test.each(["", "/events"])("is answered with 404 for an unknown batch, whoever asks%s", async (rest) => {
    for (const client of [viewer, admin])
      expect(await client.get(`/mutation-batches/${nobodysId}${rest}`)).toMatchObject({
        status: 404,
        body: { detail: "Mutation batch not found" },
      });
  });

  test.each([
    ["GET", ""],
    ["GET", "/events"],
    ["POST", "/commit"],
    ["POST", "/rollback"],
  ])("is refused by %s for a malformed id%s", async (method, rest) => {
    const answer = await admin.send(method, `/mutation-batches/nonsense${rest}`, method === "POST" ? {} : undefined);
    expect(answer.status).toBe(422);
    expect(violationsOf(answer.body)).toEqual(["path.batch_id: uuid_parsing"]);
  });
});

describe("the events of a batch", () => {
  test("are listed in order, whole or in pages", async () => {
    const { id } = await open(member);
    const card = await makeCard(member, { type: "Widget" });
    for (const size of [1, 2, 3])
      await member.patch(`/cards/${card.id}`, { attributes: { size } }, { ...inBatch(id), "x-turbo-ea-origin": "web" });
    const { status, body, headers } = await member.get(`/mutation-batches/${id}/events`);
    expect(status).toBe(200);
    expect(body.batch.id).toBe(id);
    expect(headers.get("x-total-count")).toBeNull();
    expect(body.events).toHaveLength(3);
    expect(body.events[0]).toEqual({
      id: expect.any(String),
      event_type: "card.updated",
      data: { id: card.id, changes: { attributes: { old: {}, new: { size: 1 } } }, origin: "web" },
      card_id: card.id,
      user_id: member.userId,
      user_display_name: expect.stringContaining("member"),
      created_at: instant,
    });
    type Entry = { data: { changes: { attributes: { new: { size: number } } } } };
    expect(body.events.map((event: Entry) => event.data.changes.attributes.new.size)).toEqual([1, 2, 3]);
    const page = await member.get(`/mutation-batches/${id}/events?page=2&page_size=2`);
    expect(page.body.events).toEqual(body.events.slice(2));
    expect(page.headers.get("x-total-count")).toBe("3");
    expect((await member.get(`/mutation-batches/${id}/events?page=0`)).status).toBe(422);
  });

  test("hide costs from users who may not see them", async () => {
    const card = await makeCard(admin, { type: "Widget", attributes: { price: 10, size: 1 } });
    await admin.patch(`/cards/${card.id}`, { attributes: { price: 20, size: 2 } });
    const { id } = await batchOf(card.id);
    const changes = async (client: Client) =>
      (await client.get(`/mutation-batches/${id}/events`)).body.events[0].data.changes;
    const whole = { attributes: { old: { price: 10, size: 1 }, new: { price: 20, size: 2 } } };
    const hidden = { attributes: { old: { size: 1 }, new: { size: 2 } } };
    expect(await changes(admin)).toEqual(whole);
    expect(await changes(auditor)).toEqual(hidden);
    stakeholder(card.id, auditor.userId, "responsible");
    expect(await changes(auditor)).toEqual(whole);
    await admin.delete(`/cards/${card.id}`);
    expect(await changes(auditor)).toEqual(hidden);
    expect(await changes(admin)).toEqual(whole);
  });
});

describe("the list of batches", () => {
  /** Returns the names of the batches that match, in their order. */
  const named = async (query: string, client = admin) =>
    (await client.get(`/mutation-batches?${query}`)).body.items.map((batch: { tool_name: string }) => batch.tool_name);

  test("is filtered by user, name and origin, newest first", async () => {
    const user = await server.as("member");
    await open(user, { tool_name: "first" }, 0, { "x-turbo-ea-origin": "mcp" });
    await open(user, { tool_name: "second" }, 0, { "x-turbo-ea-origin": "web" });
    await open(user, { tool_name: "third" }, 0, { "x-turbo-ea-origin": "mcp" });
    const own = `actor_user_id=${user.userId}`;
    expect(await named(own)).toEqual(["third", "second", "first"]);
    expect(await named(`${own}&origin=mcp`)).toEqual(["third", "first"]);
    expect(await named(`${own}&origin=elsewhere`)).toEqual([]);
    expect(await named(`${own}&tool_name=second`)).toEqual(["second"]);
    expect(await named(`${own}&tool_name=SECOND`)).toEqual([]);
    expect(await named(`${own}&sort_by=created_at&sort_dir=asc`)).toEqual(["first", "second", "third"]);
    expect(await named(`${own}&sort_by=created_at`)).toEqual(["first", "second", "third"]);
    expect(await named(`${own}&sort_by=nonsense`)).toEqual(["third", "second", "first"]);
    expect(await named(`${own}&limit=1`)).toEqual(["third", "second", "first"]);
    expect((await admin.get(`/mutation-batches?${own}&page=2&page_size=2`)).body).toMatchObject({
      items: [{ tool_name: "first" }],
      total: 3,
      page: 2,
      page_size: 2,
    });
  });

  test("has opened batches and single requests alike, in pages and filtered", async () => {
    const user = await server.as("member");
    const card = await makeCard(admin, { type: "Widget" });
    const change = (alias: string, origin: string) =>
      user.patch(`/cards/${card.id}`, { alias }, { "x-turbo-ea-origin": origin });
    const path = `PATCH /api/v1/cards/${card.id}`;
    const own = `actor_user_id=${user.userId}`;
    const all = async (): Promise<{ id: string }[]> => (await admin.get(`/mutation-batches?${own}`)).body.items;
    const steps = [
      () => change("a", "web"),
      () => open(user, { tool_name: "opened" }, 0, { "x-turbo-ea-origin": "web" }),
      () => change("b", "mcp"),
      () => open(user, { tool_name: "also opened" }),
      () => change("c", "web"),
    ];
    // A day for each: on a fast machine several are of one instant.
    const known = new Set<string>();
    for (const [at, step] of steps.entries()) {
      await step();
      const id = (await all()).find((batch) => !known.has(batch.id))?.id ?? "";
      backdate(id, `2026-02-0${at + 1}T00:00:00.000Z`);
      known.add(id);
    }
    const items = await all();
    expect(items).toHaveLength(5);
    const expected = [path, "also opened", path, "opened", path];
    expect(await named(own)).toEqual(expected);
    expect(await named(`${own}&sort_by=created_at`)).toEqual(expected.toReversed());
    const pages = [1, 2, 3].map((page) => named(`${own}&page=${page}&page_size=2`));
    expect((await Promise.all(pages)).flat()).toEqual(expected);
    const total = async (query: string) => (await admin.get(`/mutation-batches?${own}&${query}`)).body.total;
    expect(await total("page=9")).toBe(5);
    expect(await named(`${own}&origin=web`)).toEqual([path, "opened", path]);
    expect(await named(`${own}&origin=mcp`)).toEqual([path]);
    expect(await named(`${own}&tool_name=${encodeURIComponent(path)}`)).toEqual([path, path, path]);
    expect(await named(`${own}&tool_name=opened`)).toEqual(["opened"]);
    expect(await named(`${own}&since=2026-02-02&until=2026-02-04`)).toEqual(expected.slice(1, 4));
    expect([await total("origin=web"), await total("since=2026-02-03")]).toEqual([3, 3]);
    for (const batch of items) {
      const { actor_display_name, ...rest } = (await user.get(`/mutation-batches/${batch.id}`)).body;
      expect([actor_display_name, rest]).toMatchObject([
        expect.stringContaining("member"),
        { id: batch.id, summary: null },
      ]);
      expect((await other.get(`/mutation-batches/${batch.id}`)).status).toBe(403);
    }
    expect(await commit(user, items[0]?.id ?? "")).toMatchObject({ status: 409 });
  });

  test("has a stable order for batches of one instant", async () => {
    const user = await server.as("member");
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push((await open(user)).id);
    for (const id of ids) backdate(id, "2026-03-01T00:00:00.000Z");
    const pages = [];
    for (const page of [1, 2, 3]) {
      const { body } = await admin.get(`/mutation-batches?actor_user_id=${user.userId}&page=${page}&page_size=2`);
      pages.push(...body.items.map((batch: { id: string }) => batch.id));
    }
    expect(pages).toEqual(ids.toReversed());
  });

  test.each([
    ["since=2026-02-02T10:00:00Z", ["b", "c"]],
    ["since=2026-02-02T10:00:00.001Z", ["c"]],
    ["until=2026-02-02T10:00:00Z", ["a", "b"]],
    ["until=2026-02-02T09:59:59.999999Z", ["a"]],
    ["since=2026-02-02T12:00:00%2B02:00", ["b", "c"]],
    ["since=2026-02-02T12:00:00+02:00", ["b", "c"]],
    ["since=2026-02-02T08:00:00.001-0200", ["c"]],
    ["since=2026-02-02&until=2026-02-02", ["b"]],
    ["since=2026-02-03", ["c"]],
    ["until=2026-02-01", ["a"]],
    ["since=2026-02-02T10:00&until=2026-02-02 10:00", ["b"]],
    ["since=2026-02-04", []],
    ["until=9999-12-31", ["a", "b", "c"]],
    ["since=0000-01-01", ["a", "b", "c"]],
  ])("finds with %s the batches %p", async (query, expected) => {
    const user = await server.as("member");
    for (const [name, at] of [
      ["a", "2026-02-01T10:00:00.000Z"],
      ["b", "2026-02-02T10:00:00.000Z"],
      ["c", "2026-02-03T10:00:00.000Z"],
    ] as const)
      backdate((await open(user, { tool_name: name })).id, at);
    expect((await named(`actor_user_id=${user.userId}&sort_by=created_at&${query}`)).join()).toBe(expected.join());
  });

  test.each([
    ["since=yesterday", "query.since: datetime_parsing"],
    ["until=", "query.until: datetime_parsing"],
    ["since=2026-02-30", "query.since: datetime_parsing"],
    ["since=2026-13-01", "query.since: datetime_parsing"],
    ["since=2026-01-01T24:00:00Z", "query.since: datetime_parsing"],
    ["since=2026-01-01T10:00:00%2B24:00", "query.since: datetime_parsing"],
    ["since=1769904000", "query.since: datetime_parsing"],
    ["actor_user_id=me", "query.actor_user_id: uuid_parsing"],
    ["page=0", "query.page: greater_than_equal"],
    ["page_size=201", "query.page_size: less_than_equal"],
  ])("is refused with %s", async (query, expected) => {
    const answer = await admin.get(`/mutation-batches?${query}`);
    expect(answer.status).toBe(422);
    expect(violationsOf(answer.body)).toEqual([expected]);
  });
});

describe("a request that changes something", () => {
  test("gets a batch of its own for all its events when it names none", async () => {
    const [one, two] = [await makeCard(member, { type: "Widget" }), await makeCard(member, { type: "Widget" })];
    const relation = await relate(member, "fits", one, two);
    const batch = await batchOf(relation.id);
    expect(batch).toMatchObject({
      tool_name: "POST /api/v1/relations",
      actor_user_id: member.userId,
      origin: "api",
      dry_run: false,
      summary: null,
      committed_at: batch.created_at,
    });
    const { events } = (await member.get(`/mutation-batches/${batch.id}/events`)).body;
    expect(events.map((event: { event_type: string; card_id: string }) => [event.event_type, event.card_id])).toEqual([
      ["relation.created", one.id],
      ["relation.created", two.id],
    ]);
  });

  test("has a long path cut in the name of its batch, and its origin stored", async () => {
    const card = await makeCard(member, { type: "Widget" });
    await member.patch(`/cards/${card.id}?${"x".repeat(100)}`, { name: unique("New ") }, { "x-stoa-origin": "web" });
    expect(await batchOf(card.id)).toMatchObject({ tool_name: `PATCH /api/v1/cards/${card.id}`, origin: "web" });
  });

  test("joins the open batch of its user that it names", async () => {
    const { id } = await open(member);
    const card = (await member.post("/cards", { type: "Widget", name: unique("In ") }, inBatch(id.toUpperCase()))).body;
    await member.patch(`/cards/${card.id}`, { description: "d" }, { "x-stoa-batch": id });
    expect((await batchOf(card.id)).id).toBe(id);
    expect((await member.get(`/mutation-batches/${id}/events`)).body.events).toHaveLength(2);
  });

  test.each([
    ["somebody else's", async () => (await open(other)).id],
    [
      "a closed one",
      async () => {
        const { id } = await open(member);
        await commit(member, id);
        return id;
      },
    ],
    ["an unknown one", async () => nobodysId],
    ["what is no id", async () => "nonsense"],
  ])("gets a batch of its own when it names %s", async (_, make) => {
    const id = await make();
    const answer = await member.post("/cards", { type: "Widget", name: unique("Apart ") }, inBatch(id));
    expect(answer.status).toBe(201);
    expect(await batchOf(answer.body.id)).toMatchObject({
      tool_name: "POST /api/v1/cards",
      actor_user_id: member.userId,
    });
    if (id === nobodysId || id === "nonsense") return;
    expect((await admin.get(`/mutation-batches/${id}/events`)).body.events).toEqual([]);
  });

  test("leaves no batch when it is refused, or changes nothing", async () => {
    const card = await makeCard(member, { type: "Widget" });
    const before = (await admin.get("/mutation-batches")).body.total;
    await member.patch(`/cards/${card.id}`, { name: card.name });
    await member.post("/cards", { type: "Widget", name: card.name });
    expect((await admin.get("/mutation-batches")).body.total).toBe(before);
  });
});

test("a batch of so many events that undoing it would hold up others is refused with 400 and the reason", async () => {
  const { id } = (await admin.post("/mutation-batches", { tool_name: "much" })).body;
  const rename = { type: "card.restored", data: { id: newId(), name: "Same" }, cardId: null } as const;
  const publishMany = (count: number) =>
    transaction(() =>
      publishAll({ userId: admin.userId ?? null, origin: "api", batchId: id }, Array(count).fill(rename)),
    );
  publishMany(20_000);
  expect((await admin.post(`/mutation-batches/${id}/rollback`, { dry_run: true })).status).toBe(200);
  publishMany(1);
  for (const dry_run of [true, false])
    expect(await admin.post(`/mutation-batches/${id}/rollback`, { dry_run })).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining("more than 20000 events") },
    });
  expect((await admin.get(`/mutation-batches/${id}`)).body.rolled_back_at).toBeNull();
});

describe("the retention of batches", () => {
  test("deletes older batches, and leaves their events without a batch", async () => {
    const [old, young] = [await makeCard(member, { type: "Widget" }), await makeCard(member, { type: "Widget" })];
    const [oldBatch, youngBatch] = [await batchOf(old.id), await batchOf(young.id)];
    backdate(oldBatch.id, fromNow(-15 * DAY - MINUTE));
    backdate(youngBatch.id, fromNow(-15 * DAY + MINUTE));
    while (purgeBatches(15) > 0);
    expect((await admin.get(`/mutation-batches/${oldBatch.id}`)).status).toBe(404);
    expect((await admin.get(`/mutation-batches/${youngBatch.id}`)).status).toBe(200);
    const history = (await member.get(`/cards/${old.id}/history`)).body;
    expect(history).toMatchObject([{ event_type: "card.created" }]);
  });

  test("is at least one day, and deletes a backlog in portions", async () => {
    const at = fromNow(-2 * DAY);
    transaction(() => {
      for (let count = 0; count < 1_001; count++)
        db.insert(tables.mutationBatches)
          .values({ id: newId(), tool_name: "old", origin: "api", created_at: at })
          .run();
      db.insert(tables.mutationBatches)
        .values({ id: newId(), tool_name: "new", origin: "api", created_at: now() })
        .run();
    });
    expect(purgeBatches(0)).toBe(1_000);
    while (purgeBatches(-5) > 0);
    const left = async (name: string) => (await admin.get(`/mutation-batches?tool_name=${name}`)).body.total;
    expect([await left("old"), await left("new")]).toEqual([0, 1]);
  });
});

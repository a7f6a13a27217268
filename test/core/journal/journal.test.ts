import { beforeAll, describe, expect, test } from "bun:test";
import { rehearse, savepoint, statement, transaction } from "../../../db";
import { issueToken } from "../../../src/core/access/tokens";
import { type Author, program } from "../../../src/core/journal/journal";
import { newId } from "../../../src/platform/ids";
import { batchOfEvent } from "../../support/batches";
import { clientOf } from "../../support/client";
import { cardType, makeCard, watch } from "../../support/factories";
import { publishAny } from "../../support/publish";
import { clientAs, testServer } from "../../support/server";

const server = testServer();
const admin = clientAs(server, "admin");
beforeAll(() => {
  cardType("Widget");
});

type Row = {
  event_type: string;
  data: string;
  user_id: string | null;
  entity_id: string | null;
};
const rowsOf = (type: string) => statement<Row>("SELECT * FROM events WHERE event_type = ? ORDER BY seq").all(type);
/** Returns the batch of the latest event for which a condition of SQL holds, or of the latest of all. */
const batchOf = async (condition = "1", ...values: string[]) =>
  (await admin.get(`/mutation-batches/${batchOfEvent(condition, ...values)}`)).body;

test("an event outside of a transaction can't be published", () => {
  expect(() => publishAny(program("test"), { type: "test.outside", data: {} })).toThrow("outside a transaction");
  expect(rowsOf("test.outside")).toEqual([]);
});

test("an event is rolled back with its transaction, its savepoint or its dry run", () => {
  const author = program("test");
  const publishNamed = (name: string) => publishAny(author, { type: "test.undone", data: { name } });
  expect(() =>
    transaction(() => {
      publishNamed("transaction");
      throw new Error("no");
    }),
  ).toThrow("no");
  rehearse(() => publishNamed("rehearsal"));
  transaction(() => {
    publishNamed("kept");
    expect(() =>
      savepoint(() => {
        publishNamed("savepoint");
        throw new Error("no");
      }),
    ).toThrow("no");
    publishNamed("kept too");
  });
  expect(rowsOf("test.undone").map((row) => JSON.parse(row.data).name)).toEqual(["kept", "kept too"]);
});

test("an event records its subject and its author", () => {
  const id = newId();
  transaction(() => publishAny(program("test"), { type: "test.about", data: { id, other: 1 } }));
  expect(rowsOf("test.about")).toMatchObject([
    { entity_id: id, user_id: null, data: JSON.stringify({ id, other: 1 }) },
  ]);
});

describe("batches", () => {
  test("a batch is opened for each request, named after it", async () => {
    const card = await makeCard(admin, { type: "Widget" });
    const made = await batchOf();
    await admin.patch(`/cards/${card.id}`, { alias: "a", status: "ARCHIVED" });
    const changed = await batchOf();
    expect(made).toMatchObject({ tool_name: "POST /api/v1/cards", origin: "api", actor_user_id: admin.userId });
    expect(changed).toMatchObject({ tool_name: `PATCH /api/v1/cards/${card.id}`, committed_at: expect.any(String) });
    const events = statement<Row>("SELECT * FROM events WHERE batch_id = ? ORDER BY seq").all(changed.id);
    expect(events.map((event) => event.event_type)).toEqual(["card.updated", "card.archived"]);
    expect(made.id).not.toBe(changed.id);
  });

  const rows = () =>
    statement<{ count: number }>("SELECT count(*) AS count FROM mutation_batches").get()?.count as number;

  test("a single event of a request is its own batch, without a row", async () => {
    const before = rows();
    const card = await makeCard(admin, { type: "Widget" });
    await admin.patch(`/cards/${card.id}`, { alias: "a" });
    const batch = await batchOf();
    expect(batch).toMatchObject({
      tool_name: `PATCH /api/v1/cards/${card.id}`,
      actor_user_id: admin.userId,
      committed_at: batch.created_at,
    });
    const { events } = (await admin.get(`/mutation-batches/${batch.id}/events`)).body;
    expect(events).toMatchObject([{ event_type: "card.updated", card_id: card.id }]);
    expect(rows()).toBe(before);
  });

  test("a second event creates the row of the batch, under the same id", async () => {
    const author = program("in turns");
    const publishNamed = (type: string) => transaction(() => publishAny(author, { type, data: {} }));
    const before = rows();
    publishNamed("test.turn.one");
    const first = batchOfEvent("event_type = 'test.turn.one'") as string;
    expect(rows()).toBe(before);
    for (const type of ["test.turn.two", "test.turn.three"]) publishNamed(type);
    expect(rows()).toBe(before + 1);
    for (const turn of ["one", "two", "three"]) expect(batchOfEvent(`event_type = 'test.turn.${turn}'`)).toBe(first);
    const { batch, events } = (await admin.get(`/mutation-batches/${first}/events`)).body;
    expect(batch).toMatchObject({ id: first, tool_name: "in turns", actor_user_id: null, origin: "api" });
    expect(events).toHaveLength(3);
  });

  test("the row of a batch is rolled back with the savepoint that created it, and the first event is single again", async () => {
    const author = program("half undone");
    const publishNamed = (type: string) => publishAny(author, { type, data: {} });
    const before = rows();
    transaction(() => {
      publishNamed("test.half.kept");
      rehearse(() => publishNamed("test.half.undone"));
    });
    expect(rows()).toBe(before);
    const first = batchOfEvent("event_type = 'test.half.kept'");
    transaction(() => publishNamed("test.half.later"));
    expect([batchOfEvent("event_type = 'test.half.later'"), rows()]).toEqual([first, before + 1]);
  });

  test("an event that reuses the number of a rolled-back one doesn't join the batch of that", () => {
    const [undone, other] = [program("undone"), program("other")];
    const publishBy = (author: Author, type: string) => publishAny(author, { type, data: {} });
    rehearse(() => publishBy(undone, "test.number.undone"));
    transaction(() => publishBy(other, "test.number.other"));
    transaction(() => publishBy(undone, "test.number.again"));
    const batches = ["other", "again"].map((name) => batchOfEvent(`event_type = 'test.number.${name}'`));
    expect(new Set(batches).size).toBe(2);
    expect(statement<{ seq: number }>("SELECT seq FROM events WHERE event_type = 'test.number.other'").get()?.seq).toBe(
      undone.single ? undone.single.seq - 1 : 0,
    );
  });

  test("a refused request leaves no batch", async () => {
    const count = async () => (await admin.get("/mutation-batches")).body.total;
    const before = await count();
    const parent = await makeCard(admin, { type: "Widget" });
    await makeCard(admin, { type: "Widget", parent_id: parent.id });
    await admin.patch(`/cards/${parent.id}`, { alias: "x", status: "ARCHIVED" });
    await admin.patch(`/cards/${parent.id}`, {});
    expect(await count()).toBe(before + 2);
  });

  test("events outside of a request are in a batch that is named after the event, or after what the program is doing", async () => {
    transaction(() => publishAny(program("nightly work"), { type: "test.nightly", data: {} }));
    transaction(() => publishAny({ userId: null }, { type: "test.nameless", data: {} }));
    expect((await batchOf("event_type = 'test.nightly'")).tool_name).toBe("nightly work");
    expect((await batchOf("event_type = 'test.nameless'")).tool_name).toBe("event:test.nameless");
  });

  test.each(["notification.created", "kpi.captured"])("the event %s opens no batch", (type) => {
    transaction(() => publishAny(program("test"), { type, data: {} }));
    expect(batchOfEvent("event_type = ?", type)).toBeNull();
  });

  test("a batch that was rolled back is opened anew by the next event", async () => {
    const author: Author = program("test");
    expect(() =>
      transaction(() => {
        publishAny(author, { type: "test.first", data: {} });
        throw new Error("no");
      }),
    ).toThrow();
    transaction(() => publishAny(author, { type: "test.second", data: {} }));
    expect((await batchOf("event_type = 'test.second'")).tool_name).toBe("test");
  });

  test("the name of a batch is cut at 100 characters", async () => {
    transaction(() => publishAny(program("x".repeat(300)), { type: "test.long", data: {} }));
    expect((await batchOf("event_type = 'test.long'")).tool_name).toBe("x".repeat(100));
  });

  const openBatch = (actor: string | undefined, committed: string | null) => {
    const id = newId();
    transaction(() =>
      statement(
        "INSERT INTO mutation_batches (id, tool_name, actor_user_id, origin, dry_run, created_at, committed_at) VALUES (?, 'mine', ?, 'mcp', 0, 'x', ?)",
      ).run(id, actor as string, committed),
    );
    return id;
  };

  test.each([
    ["X-Turbo-EA-Batch", (id: string) => id],
    ["X-Stoa-Batch", (id: string) => id.toUpperCase()],
  ])("an open batch of the user is joined when it is named by %s", async (header, written) => {
    const batch = openBatch(admin.userId, null);
    for (let at = 0; at < 2; at++) {
      const answer = await admin.post("/cards", { type: "Widget", name: newId() }, { [header]: written(batch) });
      expect(answer.status).toBe(201);
      expect((await batchOf()).id).toBe(batch);
    }
  });

  test("a batch that is committed, somebody else's, unknown or no id is ignored", async () => {
    const other = await server.as("member");
    const named = [openBatch(admin.userId, "2026-01-01"), openBatch(other.userId, null), newId(), "nonsense"];
    for (const batch of named) {
      const { status } = await admin.post("/cards", { type: "Widget", name: newId() }, { "X-Turbo-EA-Batch": batch });
      expect(status).toBe(201);
      expect(await batchOf()).toMatchObject({ tool_name: "POST /api/v1/cards" });
    }
  });
});

test.each([
  ["web", "web"],
  [" API ", "api"],
  ["Mcp", "mcp"],
  ["robot", undefined],
  ["", undefined],
])("the origin %p is published as %p", async (sent, origin) => {
  const published = await watch(admin);
  for (const header of ["X-Turbo-EA-Origin", "X-Stoa-Origin"]) {
    await admin.post("/cards", { type: "Widget", name: newId() }, { [header]: sent });
    expect((await batchOf()).origin).toBe(origin ?? "api");
  }
  for (const event of await published()) expect(event.data.origin).toBe(origin);
});

test("an event of a user who impersonates a role names the user, with that role", async () => {
  const token = await issueToken({ id: admin.userId as string, role: "admin", token_version: 0 }, "member");
  const disguised = clientOf(server.url, token, admin.userId);
  const published = await watch(admin);
  await makeCard(disguised, { type: "Widget" });
  expect((await published())[0]).toMatchObject({
    user_id: admin.userId,
    data: { impersonator_user_id: admin.userId, impersonated_role: "member" },
  });
});

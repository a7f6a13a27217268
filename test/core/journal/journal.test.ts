import { beforeAll, describe, expect, test } from "bun:test";
import { rehearse, savepoint, statement, transaction } from "../../../db";
import { issueToken } from "../../../src/core/access/tokens";
import { type Author, program } from "../../../src/core/journal/journal";
import { newId } from "../../../src/platform/ids";
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
  batch_id: string | null;
  user_id: string | null;
  entity_id: string | null;
};
const rowsOf = (type: string) => statement<Row>("SELECT * FROM events WHERE event_type = ? ORDER BY seq").all(type);
type Batch = { id: string; tool_name: string; origin: string; actor_user_id: string; committed_at: string | null };
const batchOf = (id: string | null | undefined) =>
  statement<Batch>("SELECT * FROM mutation_batches WHERE id = ?").get(id ?? "");
const lastBatch = () =>
  batchOf(statement<Row>("SELECT * FROM events ORDER BY seq DESC LIMIT 1").get()?.batch_id) as Batch;

test("an event without a change can't be published", () => {
  expect(() => publishAny(program("test"), { type: "test.outside", data: {} })).toThrow("outside a transaction");
  expect(rowsOf("test.outside")).toEqual([]);
});

test("an event is undone with its transaction: neither of a transaction, nor a savepoint, nor a rehearsal", () => {
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

test("an event knows what it is about and who it is by", () => {
  const id = newId();
  transaction(() => publishAny(program("test"), { type: "test.about", data: { id, other: 1 } }));
  expect(rowsOf("test.about")).toMatchObject([
    { entity_id: id, user_id: null, data: JSON.stringify({ id, other: 1 }) },
  ]);
});

describe("batches", () => {
  test("one is opened for each request, named after it", async () => {
    const card = await makeCard(admin, { type: "Widget" });
    const made = lastBatch();
    await admin.patch(`/cards/${card.id}`, { alias: "a", status: "ARCHIVED" });
    const changed = lastBatch();
    expect(made).toMatchObject({ tool_name: "POST /api/v1/cards", origin: "api", actor_user_id: admin.userId });
    expect(changed).toMatchObject({ tool_name: `PATCH /api/v1/cards/${card.id}`, committed_at: expect.any(String) });
    const events = statement<Row>("SELECT * FROM events WHERE batch_id = ? ORDER BY seq").all(changed.id);
    expect(events.map((event) => event.event_type)).toEqual(["card.updated", "card.archived"]);
    expect(made.id).not.toBe(changed.id);
  });

  test("a refused request leaves none", async () => {
    const count = () => statement<{ count: number }>("SELECT count(*) AS count FROM mutation_batches").get()?.count;
    const before = count();
    const parent = await makeCard(admin, { type: "Widget" });
    await makeCard(admin, { type: "Widget", parent_id: parent.id });
    await admin.patch(`/cards/${parent.id}`, { alias: "x", status: "ARCHIVED" });
    await admin.patch(`/cards/${parent.id}`, {});
    expect(count()).toBe((before as number) + 2);
  });

  test("events outside a request are in one named after the event, or what the program is doing", () => {
    transaction(() => publishAny(program("nightly work"), { type: "test.nightly", data: {} }));
    transaction(() => publishAny({ userId: null }, { type: "test.nameless", data: {} }));
    expect(batchOf(rowsOf("test.nightly")[0]?.batch_id)?.tool_name).toBe("nightly work");
    expect(batchOf(rowsOf("test.nameless")[0]?.batch_id)?.tool_name).toBe("event:test.nameless");
  });

  test.each(["notification.created", "kpi.captured", "event.stream.opened"])("%s opens none", (type) => {
    transaction(() => publishAny(program("test"), { type, data: {} }));
    expect(rowsOf(type)).toMatchObject([{ batch_id: null }]);
  });

  test("a batch that goes with what was undone is opened anew", () => {
    const author: Author = program("test");
    expect(() =>
      transaction(() => {
        publishAny(author, { type: "test.first", data: {} });
        throw new Error("no");
      }),
    ).toThrow();
    transaction(() => publishAny(author, { type: "test.second", data: {} }));
    expect(batchOf(rowsOf("test.second")[0]?.batch_id)?.tool_name).toBe("test");
  });

  test("a name is cut at 100 characters", () => {
    transaction(() => publishAny(program("x".repeat(300)), { type: "test.long", data: {} }));
    expect(batchOf(rowsOf("test.long")[0]?.batch_id)?.tool_name).toBe("x".repeat(100));
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
  ])("an open one of one's own may be named by %s", async (header, written) => {
    const batch = openBatch(admin.userId, null);
    for (let at = 0; at < 2; at++) {
      const answer = await admin.post("/cards", { type: "Widget", name: newId() }, { [header]: written(batch) });
      expect(answer.status).toBe(201);
      expect(lastBatch().id).toBe(batch);
    }
  });

  test("one that is committed, somebody else's, unknown or no id is as if unsaid", async () => {
    const other = await server.as("member");
    const named = [openBatch(admin.userId, "2026-01-01"), openBatch(other.userId, null), newId(), "nonsense"];
    for (const batch of named) {
      const { status } = await admin.post("/cards", { type: "Widget", name: newId() }, { "X-Turbo-EA-Batch": batch });
      expect(status).toBe(201);
      expect(lastBatch()).toMatchObject({ tool_name: "POST /api/v1/cards" });
    }
  });
});

test.each([
  ["web", "web"],
  [" API ", "api"],
  ["Mcp", "mcp"],
  ["robot", undefined],
  ["", undefined],
])("an origin of %p is published as %p", async (sent, origin) => {
  const published = await watch(admin);
  for (const header of ["X-Turbo-EA-Origin", "X-Stoa-Origin"]) {
    await admin.post("/cards", { type: "Widget", name: newId() }, { [header]: sent });
    expect(lastBatch().origin).toBe(origin ?? "api");
  }
  for (const event of await published()) expect(event.data.origin).toBe(origin);
});

test("who views the application as another role is named as themselves, with that role", async () => {
  const token = await issueToken({ id: admin.userId as string, role: "admin", token_version: 0 }, "member");
  const disguised = clientOf(server.url, token, admin.userId);
  const published = await watch(admin);
  await makeCard(disguised, { type: "Widget" });
  expect((await published())[0]).toMatchObject({
    user_id: admin.userId,
    data: { impersonator_user_id: admin.userId, impersonated_role: "member" },
  });
});

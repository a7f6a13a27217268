/** Long changes run on the writer thread: other requests continue, and a cancelled change leaves nothing. */
import { afterEach, expect, test } from "bun:test";
import { statement, transaction } from "../../db";
import { durable } from "../../db/durability";
import { returnLock } from "../../db/transaction";
import { setPatience } from "../../db/write-lock";
import { readConfig } from "../../src/config";
import { MANY_REHEARSED_ROWS } from "../../src/core/api/operation";
import { longChanges } from "../../src/core/threads/long-changes";
import { startWriter } from "../../src/core/threads/writer-thread";
import type { Answer } from "../support/client";
import { behindItsBack } from "../support/databases";
import { openEvents } from "../support/event-stream";
import { cardType, field, makeCard, relationType, stakeholder, storedCards, unique } from "../support/factories";
import { eventsAfter, lastEvent } from "../support/journal";
import { holdLock } from "../support/lock";
import { clientAs, testServer } from "../support/server";
import { until } from "../support/waiting";

const server = testServer({ SMTP_HOST: "127.0.0.1" });
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");

let held: (() => void) | undefined;
const hold = () => {
  held = holdLock(server.databaseFile);
};
const release = () => {
  held?.();
  held = undefined;
};
afterEach(() => {
  release();
  setPatience();
});

/** Returns rows of an import, all with a name that begins with the prefix. */
const rows = (prefix: string, count: number, description = "") =>
  Array.from({ length: count }, (_, row_index) => ({
    row_index,
    type: "Application",
    name: `${prefix} ${row_index}`,
    description,
  }));
const newCardOf = (client: typeof member) => client.post("/cards", { type: "Application", name: unique("After ") });
const count = async (prefix: string) => (await admin.get(`/cards?search=${prefix}&page_size=1`)).body.total;
/** Waits until there are so many long changes. */
const untilThere = (changes: number) => until(() => longChanges().length === changes, `${changes} long changes`);
/** Waits until a long change is running. @returns its id */
const untilRunning = async () =>
  (await until(() => longChanges().find(({ startedAt }) => startedAt), "a long change that runs")).id;

/** Makes creating a card whose name begins with the prefix so slow that no machine creates thousands before somebody cancels it. */
const slowDown = (prefix: string) =>
  behindItsBack(server.databaseFile, (sqlite) =>
    sqlite.run(
      `CREATE TRIGGER slow_cards AFTER INSERT ON cards WHEN new.name LIKE '${prefix}%' BEGIN SELECT count(*) FROM (
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i FROM n
       ); END`,
    ),
  );

test("health and cards are answered while a long change runs, and other changes wait for it", async () => {
  const card = await makeCard(admin, { type: "Application" });
  const prefix = unique("Long");
  hold();
  const order: string[] = [];
  const noted = (name: string, answer: Promise<Answer>) => answer.then(({ status }) => order.push(`${name} ${status}`));
  const long = admin.post("/cards/bulk-create", { cards: rows(prefix, 300) });
  await untilRunning();
  const change = noted("patch", admin.patch(`/cards/${card.id}`, { description: "waited" }));
  for (let read = 0; read < 3; read++) {
    await noted("health", admin.get("/api/health"));
    await noted("card", admin.get(`/cards/${card.id}`));
  }
  expect(order).toEqual(Array(3).fill(["health 200", "card 200"]).flat());
  release();
  expect(await long).toMatchObject({ status: 200, body: { created: 300, failed: 0 } });
  await change;
  expect(order.at(-1)).toBe("patch 200");
  expect(await count(prefix)).toBe(300);
  await untilThere(0);
});

test("a long change publishes its events in one batch, whose rollback runs on the writer thread as well", async () => {
  const prefix = unique("Undone");
  const before = lastEvent();
  expect((await member.post("/cards/bulk-create", { cards: rows(prefix, 250) })).body).toMatchObject({ created: 250 });
  const events = eventsAfter(before);
  expect(events.filter(({ event_type }) => event_type === "card.created")).toHaveLength(250);
  const [{ batch_id: batch }, ...others] = statement<{ batch_id: string }, [number]>(
    "SELECT DISTINCT batch_id FROM events WHERE seq > ?",
  ).all(before) as [{ batch_id: string }];
  expect(others).toEqual([]);
  const { status, body } = await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: false });
  expect({ status, results: body.results?.length }).toEqual({ status: 200, results: 250 });
  expect(await count(prefix)).toBe(0);
});

test("bulk changes of every kind are executed on the writer thread and visible at once", async () => {
  const type = cardType(unique("Many"), [field("kept", "text"), field("dropped", "text")]);
  const ids = storedCards(
    Array.from({ length: 250 }, () => ({ type, name: unique("Many "), attributes: '{"dropped":"x"}' })),
  );
  const other = storedCards([{ type: "ITComponent", name: unique("Hub ") }])[0] as string;
  const total = async (query: string) => (await admin.get(`/cards?type=${type}&page_size=1&${query}`)).body.total;
  const updates = { description: "changed by many" };
  expect((await admin.patch("/cards/bulk", { ids, updates })).body).toHaveLength(250);
  expect(await total("search=changed by many")).toBe(250);
  expect((await admin.post("/cards/bulk-archive", { card_ids: ids })).body.archived_card_ids).toHaveLength(250);
  expect(await total("status=ARCHIVED")).toBe(250);
  expect((await admin.post("/cards/bulk-restore", { card_ids: ids })).body.restored_card_ids).toHaveLength(250);
  const fields_schema = [{ section: "Main", fields: [field("kept", "text")] }];
  expect((await admin.patch(`/metamodel/types/${type}`, { fields_schema })).status).toBe(200);
  expect((await admin.get(`/metamodel/types/${type}`)).body.fields_schema[0].fields).toHaveLength(1);
  expect((await admin.get(`/cards/${ids[0]}`)).body.attributes).toEqual({});
  expect((await admin.post(`/calculations/recalculate/${type}`)).body.cards_processed).toBe(250);
  const apps = storedCards(ids.map(() => ({ type: "Application", name: unique("Spoke ") })));
  const operations = apps.map((id, row_index) => ({
    ...{ row_index, action: "upsert", type: "relAppToITC" },
    ...{ source: { id }, target: { id: other } },
  }));
  expect((await admin.post("/relations/bulk", { operations })).body).toMatchObject({ upserted: 250, failed: 0 });
  expect((await admin.post("/cards/bulk-delete", { card_ids: ids })).body.deleted_card_ids).toHaveLength(250);
  expect(await total("")).toBe(0);
});

test("users are notified of a long change as of a short one, by mail as well", async () => {
  const ids = storedCards(Array.from({ length: 250 }, () => ({ type: "Application", name: unique("Told ") })));
  const wanted = { email: { card_updated: true } };
  expect((await member.patch("/users/me/notification-preferences", wanted)).status).toBe(200);
  stakeholder(ids[0] as string, member.userId, "responsible");
  const notified = () =>
    statement<{ mail_wanted: number }, [string]>(
      "SELECT mail_wanted FROM notifications WHERE user_id = ? AND type = 'card_updated'",
    ).all(member.userId as string);
  for (const description of ["short", "long"])
    await admin.patch("/cards/bulk", { ids: description === "long" ? ids : ids.slice(0, 1), updates: { description } });
  expect(notified()).toEqual([{ mail_wanted: 1 }, { mail_wanted: 1 }]);
});

test("a repeated request with its key gets the first answer, and is executed once", async () => {
  const prefix = unique("Once");
  const send = () =>
    admin.post("/cards/bulk-create", { cards: rows(prefix, 201) }, { "idempotency-key": `key of ${prefix}` });
  const [first, second] = [await send(), await send()];
  expect(second.body).toEqual(first.body);
  expect(second.headers.get("idempotency-replayed")).toBe("true");
  expect(await count(prefix)).toBe(201);
});

test("a large body is read on the writer thread, with the same refusals as a small one", async () => {
  const prefix = unique("Large");
  const large = rows(prefix, 10, "x".repeat(40_000));
  expect(JSON.stringify(large).length).toBeGreaterThan(300_000);
  expect((await admin.post("/cards/bulk-create", { cards: large })).body).toMatchObject({ created: 10 });
  const wrong = (cards: typeof large) => [{ ...cards[0], name: 7 }, ...cards.slice(1)];
  const refusals = await Promise.all(
    [large, rows(prefix, 10)].map((cards) => admin.post("/cards/bulk-create", { cards: wrong(cards) })),
  );
  expect(refusals.map(({ status }) => status)).toEqual([422, 422]);
  expect(refusals[0]?.body).toEqual(refusals[1]?.body);
  const broken = JSON.stringify({ cards: large }).slice(0, -1);
  expect(await admin.post("/cards/bulk-create", broken)).toMatchObject({ status: 422 });
  expect(
    (
      await member.post("/cards/bulk-create", {
        cards: large.map((row) => ({ ...row, approval_status: "APPROVED", name: `${row.name}!` })),
      })
    ).status,
  ).toBe(200);
  expect((await server.nobody.post("/cards/bulk-create", { cards: large })).status).toBe(401);
});

test("the user of a long change is shown its progress, once and without a number, and other users aren't", async () => {
  const [own, foreign] = [await openEvents(server.url, member), await openEvents(server.url, admin)];
  const prefix = unique("Progress");
  expect((await member.post("/cards/bulk-create", { cards: rows(prefix, 300) })).status).toBe(200);
  const asked = await own.until(({ event }) => event === "work.progress");
  expect(asked).toMatchObject({
    id: undefined,
    data: { id: expect.any(String), operation: "POST /api/v1/cards/bulk-create", done: 0 },
  });
  const progress = await own.until(({ event }) => event === "work.progress");
  expect(progress.data).toEqual({ ...asked.data, total: 300 });
  const others: string[] = [];
  await foreign.until(({ event, data }) => {
    others.push(event);
    return data["name"] === `${prefix} 299`;
  });
  expect(others).not.toContain("work.progress");
  own.close();
  foreign.close();
});

test("long work is listed for its user and for administrators, and cancelled by DELETE", async () => {
  const prefix = unique("Cancelled");
  const stranger = await server.as("member");
  await durable();
  hold();
  const long = member.post("/cards/bulk-create", { cards: rows(prefix, 300) });
  const id = await untilRunning();
  const behind = member.post("/cards/bulk-create", { cards: rows(`${prefix} behind`, 300) });
  await untilThere(2);
  const { body } = await member.get("/work");
  expect(body).toMatchObject([
    { id, operation: "POST /api/v1/cards/bulk-create", user_id: member.userId, state: "running", total: null },
    { state: "waiting", started_at: null },
  ]);
  expect((await admin.get("/work")).body).toEqual(body);
  expect((await stranger.get("/work")).body).toEqual([]);
  expect((await stranger.delete(`/work/${id}`)).status).toBe(404);
  expect((await member.delete(`/work/${body[1].id}`)).status).toBe(204);
  expect(await behind).toMatchObject({
    status: 409,
    body: { detail: "The work was cancelled; nothing was changed." },
  });
  expect((await admin.delete(`/work/${id}`)).status).toBe(204);
  expect((await long).status).toBe(409);
  expect((await member.delete(`/work/${id}`)).status).toBe(404);
  release();
  expect(await count(prefix)).toBe(0);
});

test("long work that is cancelled half done changes nothing, and the next is executed", async () => {
  const events = await openEvents(server.url, member);
  const prefix = unique("Half");
  const before = lastEvent();
  slowDown(prefix);
  const long = member.post("/cards/bulk-create", { cards: rows(prefix, 5_000) });
  const { data } = await events.until(({ data }) => Number(data["done"]) > 0);
  expect(data).toMatchObject({ total: 5_000 });
  expect((await member.delete(`/work/${data["id"]}`)).status).toBe(204);
  expect((await long).status).toBe(409);
  expect(await count(prefix)).toBe(0);
  expect(eventsAfter(before)).toEqual([]);
  expect((await member.post("/cards/bulk-create", { cards: rows(unique("Next"), 201) })).status).toBe(200);
  events.close();
});

test("long work of a client that disconnects is cancelled, while it waits and while it runs", async () => {
  const prefix = unique("Left");
  hold();
  const callers = [new AbortController(), new AbortController()];
  const calls = callers.map(({ signal }) =>
    fetch(`${server.url}/api/v1/cards/bulk-create`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
      body: JSON.stringify({ cards: rows(prefix, 300) }),
      signal,
    }).catch(() => "gone"),
  );
  await untilThere(2);
  for (const caller of callers) caller.abort();
  expect(await Promise.all(calls)).toEqual(["gone", "gone"]);
  await untilThere(0);
  release();
  expect(await count(prefix)).toBe(0);
});

test("more long changes of one user than may wait are refused with 429, and those that wait are not touched", async () => {
  const prefix = unique("Late");
  hold();
  const work = Array.from({ length: 12 }, (_, at) =>
    admin.post("/cards/bulk-create", { cards: rows(`${prefix} ${at}`, 201) }),
  );
  const refused = await Promise.race(work);
  expect(refused).toMatchObject({ status: 429, body: { detail: expect.stringContaining("nothing was changed") } });
  for (const { id } of longChanges()) await admin.delete(`/work/${id}`);
  const statuses = (await Promise.all(work)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(11);
  release();
  expect(await count(prefix)).toBe(0);
});

test("large dry runs work on a copy of the database, while another program holds the write lock", async () => {
  const [stored, planned] = [unique("Stored"), unique("Planned")];
  const size = MANY_REHEARSED_ROWS + 1;
  expect((await member.post("/cards/bulk-create", { cards: rows(stored, size) })).body.created).toBe(size);
  const batch = (await admin.get("/mutation-batches?page_size=1")).body.items[0].id;
  const ids = statement<{ id: string }>("SELECT id FROM cards WHERE name LIKE ?").all(`${stored}%`);
  const changed = { ids: ids.map(({ id }) => id), updates: { description: "dry" }, dry_run: true };
  const before = lastEvent();
  hold();
  const created = await member.post("/cards/bulk-create", { cards: rows(planned, size), dry_run: true });
  expect(created).toMatchObject({ status: 200, body: { created: size, dry_run: true } });
  const updated = await admin.patch("/cards/bulk", changed);
  expect(updated).toMatchObject({ status: 200, body: { would_update: size } });
  const plan = await admin.post(`/mutation-batches/${batch}/rollback`, { dry_run: true });
  expect(plan).toMatchObject({ status: 200, body: { event_count: size, complete: true } });
  release();
  expect([await count(planned), await count(stored), eventsAfter(before)]).toEqual([0, size, []]);
  expect((await newCardOf(member)).status).toBe(201);
});

test("the stream of a user whom a long change deletes ends", async () => {
  const somebody = await server.as("member");
  const events = await openEvents(server.url, somebody);
  expect((await admin.delete(`/users/${somebody.userId}`)).status).toBe(204);
  while (await events.next());
  expect((await somebody.get("/auth/me")).status).toBe(401);
});

test("a thread that dies fails its work with the message that nothing was changed, and the next work gets another thread", async () => {
  const deadly = `self.onmessage = ({ data }) => {
    if (data.type === "run" && data.task === "die") self.postMessage({ type: "ready" });
    if (data.type === "lock") throw new Error("died");
    if (data.type === "run" && data.task === "live") self.postMessage({ type: "result", value: data.input });
  };`;
  const writer = startWriter(
    () => new Worker(URL.createObjectURL(new Blob([deadly], { type: "application/javascript" }))),
    readConfig({ DATABASE_URL: "file:none.db" }),
  );
  const { signal } = new AbortController();
  const shown = { label: "a change", userId: undefined };
  expect(await writer.run("die", null, signal, shown).catch((error) => error)).toMatchObject({
    status: 503,
    detail: "The change was interrupted; nothing was changed.",
  });
  expect(await writer.run("live", "its input", signal, shown)).toBe("its input");
  writer.stop();
  returnLock();
  expect((await admin.post("/cards", { type: "Application", name: unique("After ") })).status).toBe(201);
});

test("others change cards as soon as a long change is committed, before its result is made", async () => {
  // A thread that commits at once, and makes its result when it is asked to.
  const slow = `const asked = new BroadcastChannel("result");
    asked.onmessage = () => {
      asked.onmessage = null;
      postMessage({ type: "result", value: "made" });
    };
    onmessage = ({ data: { type } }) => {
      if (type === "run") postMessage({ type: "ready" });
      if (type === "lock") postMessage({ type: "committed" });
      if (type === "close") { asked.close(); postMessage({ type: "closed" }); }
    };`;
  const writer = startWriter(
    () => new Worker(URL.createObjectURL(new Blob([slow], { type: "application/javascript" }))),
    readConfig({ DATABASE_URL: "file:none.db" }),
  );
  const ask = new BroadcastChannel("result");
  const order: string[] = [];
  const long = writer
    .run("any", null, new AbortController().signal, { label: "a change", userId: undefined })
    .then((result) => order.push(String(result)));
  await untilRunning();
  order.push(String((await newCardOf(admin)).status));
  // A message is lost to a thread that doesn't listen to the channel yet.
  const asking = setInterval(() => ask.postMessage(null), 5);
  await long;
  clearInterval(asking);
  expect(order).toEqual(["201", "made"]);
  ask.close();
  await writer.stop();
});

test("a thread that can't open the database fails its work, and is stopped", async () => {
  let started = 0;
  const start = () => {
    started++;
    return new Worker(new URL("../../src/writer.ts", import.meta.url).href);
  };
  const nowhere = { ...readConfig({ DATABASE_URL: "file:none/none.db" }), secretKey: "a key for tests" };
  const writer = startWriter(start, nowhere);
  const { signal } = new AbortController();
  const shown = { label: "a change", userId: undefined };
  for (let time = 0; time < 2; time++)
    expect(await writer.run("post /cards/bulk-create", {}, signal, shown).catch((error) => error)).toMatchObject({
      status: 503,
      detail: "The change was interrupted; nothing was changed.",
    });
  expect(started).toBe(2);
  writer.stop();
});

/** Makes changing a card of a type take a moment, so that no machine changes thousands before somebody else comes. */
const slowDownChanges = (type: string) =>
  behindItsBack(server.databaseFile, (sqlite) =>
    sqlite.run(
      `CREATE TRIGGER slow_changes_${type} AFTER UPDATE OF attributes ON cards WHEN new.type = '${type}' BEGIN SELECT count(*) FROM (
         WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) SELECT i FROM n
       ); END`,
    ),
  );

/** Creates a type of so many cards with a calculated field. */
async function calculatedType(cards: number): Promise<{ type: string; ids: string[] }> {
  const type = cardType(unique("Sliced"), [field("size", "number"), field("double", "number")]);
  const created = await admin.post("/calculations", {
    ...{ name: unique("Double "), target_type_key: type, target_field_key: "double", formula: "data.size * 2" },
  });
  expect((await admin.post(`/calculations/${created.body.id}/activate`)).status).toBe(200);
  slowDownChanges(type);
  const ids = storedCards(
    Array.from({ length: cards }, (_, size) => ({ type, name: unique("Card "), attributes: JSON.stringify({ size }) })),
  );
  return { type, ids };
}

/** Waits until a card has its calculated value. */
const untilCalculated = (id: string) =>
  until(
    () => statement("SELECT 1 FROM cards WHERE id = ? AND attributes ->> 'double' IS NOT NULL").get(id) !== null,
    "a calculated card",
  );

test("a recalculation of thousands of cards lets others change cards in between, and calculates what they leave", async () => {
  const { type, ids } = await calculatedType(3_500);
  const order: string[] = [];
  const all = admin.post(`/calculations/recalculate/${type}`).then((answer) => {
    order.push("recalculation");
    return answer;
  });
  await untilCalculated(ids[0] as string);
  const last = ids.at(-1) as string;
  const archived = ids.at(-2) as string;
  expect((await member.patch(`/cards/${last}`, { attributes: { size: 50_000 } })).status).toBe(200);
  expect((await admin.post(`/cards/${archived}/archive`, {})).status).toBe(200);
  order.push("changes of others");
  expect(await all).toMatchObject({
    status: 200,
    body: { cards_processed: 3_500, calculations_succeeded: 3_499, calculations_failed: 0, errors: [] },
  });
  expect(order).toEqual(["changes of others", "recalculation"]);
  expect((await admin.get(`/cards/${last}`)).body.attributes).toEqual({ size: 50_000, double: 100_000 });
  expect((await admin.get(`/cards/${ids[0]}`)).body.attributes).toEqual({ size: 0, double: 0 });
});

test("a recalculation that is cancelled keeps what it has calculated, and is refused with 409 that names it", async () => {
  const { type, ids } = await calculatedType(3_500);
  const all = admin.post(`/calculations/recalculate/${type}`);
  const id = await untilRunning();
  await untilCalculated(ids[0] as string);
  expect((await admin.delete(`/work/${id}`)).status).toBeLessThan(300);
  expect(await all).toMatchObject({ status: 409, body: { detail: expect.stringContaining("stays") } });
  expect((await admin.get(`/cards/${ids[0]}`)).body.attributes).toEqual({ size: 0, double: 0 });
  expect((await admin.get(`/cards/${ids.at(-1)}`)).body.attributes).toEqual({ size: 3_499 });
});

test("the forced deletion of a relation type with thousands of relations lets others in between, in one batch", async () => {
  const [from, to] = [cardType(unique("From")), cardType(unique("To"))];
  const key = relationType(unique("relMany"), from, to);
  const [source] = storedCards([{ type: from, name: unique("Source ") }]) as [string];
  const targets = storedCards(Array.from({ length: 11_000 }, () => ({ type: to, name: unique("Target ") })));
  transaction(() => {
    for (const target of targets)
      statement(
        `INSERT INTO relations (uuid, type_seq, source_seq, target_seq, created_ms)
         SELECT randomblob(16), y.seq, s.seq, t.seq, 0 FROM relation_types y, cards s, cards t WHERE y.key = ? AND s.id = ? AND t.id = ?`,
      ).run(key, source, target);
  });
  const before = lastEvent();
  expect((await admin.delete(`/metamodel/relation-types/${key}`)).status).toBe(409);
  const deleted = await admin.delete(`/metamodel/relation-types/${key}?force=true`);
  expect(deleted.body).toEqual({ status: "deleted", key, instances_removed: 11_000 });
  const events = eventsAfter(before);
  expect(events.map(({ event_type, data }) => [event_type, data.count ?? data.instances_removed])).toEqual([
    ...Array(4).fill(["relation.deleted.bulk", 2_500]),
    ["relation.deleted.bulk", 1_000],
    ["metamodel.relation_type.deleted", 11_000],
  ]);
  const batches = statement<{ batch_id: string }, [number]>("SELECT DISTINCT batch_id FROM events WHERE seq > ?");
  expect(batches.all(before)).toEqual([{ batch_id: deleted.headers.get("x-stoa-batch") as string }]);
  expect((await admin.get(`/metamodel/relation-types/${key}`)).status).toBe(404);
});

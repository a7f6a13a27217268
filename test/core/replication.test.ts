import { Database } from "bun:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { ENGINE_TABLES } from "../../db/replication-engine";
import { ConfigError, readConfig } from "../../src/config";
import { subscriberCount } from "../../src/core/journal/stream";
import { measurementsOf } from "../../src/core/metrics/measurements";
import { exported } from "../areas/workspace/support";
import type { Client } from "../support/client";
import { subscribe } from "../support/events";
import { makeCard } from "../support/factories";
import { type Behaviour, type ReplicationEngine, startEngine } from "../support/replication-engine";
import { startTestServer, type TestServer } from "../support/server";
import { until } from "../support/waiting";

let engine: ReplicationEngine;
let server: TestServer;
let admin: Client;

const environment = (socket: string) => ({ REPLICATION_SOCKET: socket, REPLICATION_WAIT_SECONDS: "1" });
const lag = () => {
  const found = measurementsOf(readConfig({})).find(({ name }) => name === "stoa_replication_lag_seconds");
  return [...(found?.measure() ?? [])];
};
const health = async () => (await server.nobody.get("/api/health")).body.replication;

beforeAll(async () => {
  engine = startEngine();
  server = await startTestServer(environment(engine.socket));
  admin = await server.as("admin");
});
afterAll(async () => {
  await server.stop();
  await engine.stop();
});

beforeEach(async () => {
  engine.behave("copies");
  await until(async () => (await health()) === "ok", "the second place to be reached again");
});

/** Returns the names of the cards in the second place that begin with a text. */
function namesInCopy(beginning: string): string[] {
  const copy = new Database(engine.copy, { readonly: true });
  try {
    const rows = copy.query<{ name: string }, [string]>("SELECT name FROM cards WHERE name GLOB ? ORDER BY name");
    return rows.all(`${beginning}*`).map(({ name }) => name);
  } finally {
    copy.close();
  }
}

test("a change is answered, and its event shown, once it is in the second place, while reading continues", async () => {
  const stream = await subscribe(server.url, { token: admin.token });
  await stream.untilComments(1);
  const held = Promise.withResolvers<void>();
  engine.behave({ answersAfter: held.promise });
  const asked = engine.asked();
  let isAnswered = false;
  const change = makeCard(admin, { type: "Application", name: "In two places" }).then((card) => {
    isAnswered = true;
    return card;
  });
  await until(() => engine.asked() > asked, "the engine to be asked");
  const { body } = await admin.get("/cards?search=In%20two%20places");
  expect([body.total, isAnswered, stream.events.length]).toEqual([1, false, 0]);
  held.resolve();
  const { id } = await change;
  expect(namesInCopy("In two places")).toEqual(["In two places"]);
  const [event] = await stream.until(1);
  expect(event).toMatchObject({ event: "card.created", card_id: id });
  await stream.close();
});

test("changes that wait at the same time share a question to the engine", async () => {
  const asked = engine.asked();
  await Promise.all(
    Array.from({ length: 24 }, (_, at) => makeCard(admin, { type: "Application", name: `Many ${at}` })),
  );
  expect(namesInCopy("Many ")).toHaveLength(24);
  expect(engine.asked() - asked).toBeLessThan(24);
});

const troubles: [how: string, behaviour: Behaviour][] = [
  ["hangs", "hangs"],
  ["fails", "fails"],
  ["has not reached its own position", "lags"],
];

describe.each(troubles)("while the engine %s", (_, behaviour) => {
  test("a change is refused as stored here alone, others before they begin, and a repetition gets the answer", async () => {
    const card = await makeCard(admin, { type: "Application" });
    const stream = await subscribe(server.url, { token: admin.token });
    await stream.untilComments(1);
    const key = { "idempotency-key": crypto.randomUUID() };
    engine.behave(behaviour);
    const stored = await admin.patch(`/cards/${card.id}`, { alias: "stored" }, key);
    const batch = stored.headers.get("x-stoa-batch");
    expect(stored).toMatchObject({ status: 503, body: { code: "not_replicated", batch_id: batch } });
    expect(stored.body.detail).toStartWith("The change is stored here, but not in the second place yet: its engine ");
    expect(batch).toBeString();
    expect(Number(stored.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await admin.get(`/cards/${card.id}`)).body.alias).toBe("stored");

    const refused = await admin.post("/cards", { type: "Application", name: "Never begun" });
    expect(refused).toMatchObject({ status: 503, body: { code: "replication_behind" } });
    expect(refused.body.detail).toStartWith("Nothing was changed");
    expect((await admin.get("/cards?search=Never%20begun")).body.total).toBe(0);
    expect((await admin.patch(`/cards/${card.id}`, { alias: "stored" }, key)).status).toBe(503);
    expect(await health()).toBe("behind");
    expect(lag()).toEqual([[expect.any(Number)]]);
    expect(lag()[0]?.[0]).toBeGreaterThan(0);
    expect(stream.events).toEqual([]);
    const { findings } = (await admin.get("/admin/diagnostics")).body;
    const finding = findings.find(({ check }: { check: string }) => check === "replication");
    expect(finding).toMatchObject({
      state: "problem",
      finding: expect.stringContaining("Changes have been refused since"),
    });

    const asked = engine.asked();
    await until(() => engine.asked() > asked, "another attempt");
    engine.behave("copies");
    await until(async () => (await health()) === "ok", "the second place to be reached again");
    expect(lag()).toEqual([[0]]);
    const [event] = await stream.until(1);
    expect(event).toMatchObject({ event: "card.updated", card_id: card.id, batch_id: batch });
    await stream.close();
    const repeated = await admin.patch(`/cards/${card.id}`, { alias: "stored" }, key);
    expect(repeated).toMatchObject({ status: 200, body: { alias: "stored" } });
    expect([repeated.headers.get("idempotency-replayed"), repeated.headers.get("x-stoa-batch")]).toEqual([
      "true",
      batch,
    ]);
    expect((await admin.patch(`/cards/${card.id}`, { alias: "accepted" })).status).toBe(200);
  });
});

const rows = (name: string) => Array.from({ length: 300 }, (_, at) => ({ type: "Application", name: `${name} ${at}` }));

test("a long change waits for the second place as well, and is refused in the same ways", async () => {
  expect((await admin.post("/cards/upsert", { rows: rows("Long") })).status).toBe(200);
  expect(namesInCopy("Long ")).toHaveLength(300);
  engine.behave("fails");
  const stored = await admin.post("/cards/upsert", { rows: rows("Longer") });
  expect(stored).toMatchObject({ status: 503, body: { code: "not_replicated" } });
  expect(stored.body.batch_id).toBeString();
  expect(stored.headers.get("x-stoa-batch")).toBe(stored.body.batch_id);
  expect((await admin.get("/cards?search=Longer&page_size=1")).body.total).toBe(300);
  const refused = await admin.post("/cards/upsert", { rows: rows("Never") });
  expect(refused).toMatchObject({ status: 503, body: { code: "replication_behind" } });
  expect((await admin.get("/cards?search=Never&page_size=1")).body.total).toBe(0);
});

test("a stream that is opened while the engine is behind resumes with no event that isn't in the second place", async () => {
  const before = await subscribe(server.url, { token: admin.token });
  await before.untilComments(1);
  const card = await makeCard(admin, { type: "Application", name: "Resumed" });
  const [{ id: lastEventId } = { id: "" }] = await before.until(1);
  await before.close();
  await until(() => subscriberCount() === 0, "the end of the stream");
  engine.behave("fails");
  expect((await admin.patch(`/cards/${card.id}`, { alias: "unseen" })).status).toBe(503);
  const stream = await subscribe(server.url, { token: admin.token, lastEventId });
  await stream.untilComments(1);
  expect(stream.events).toEqual([]);
  engine.behave("copies");
  const [event] = await stream.until(1);
  expect(event).toMatchObject({ event: "card.updated", card_id: card.id });
  await stream.close();
});

test("a server refuses to start for an engine of another file, and waits for one that is behind as long as a change does", async () => {
  const own = startEngine();
  await server.stop();
  try {
    for (const behaviour of ["knows no file", { follows: "/var/lib/stoa/other.db" }] as const) {
      own.behave(behaviour);
      own.forget();
      const refusal = await startTestServer(environment(own.socket)).catch((error) => error);
      expect(refusal).toBeInstanceOf(ConfigError);
      expect(refusal.message).toStartWith("REPLICATION_SOCKET: its engine");
    }
    own.behave("copies");
    own.forget();
    const other = await startTestServer(environment(own.socket));
    const user = await other.as("admin");
    own.behave("fails");
    expect((await user.post("/cards", { type: "Application", name: "Left behind" })).status).toBe(503);
    await other.stop();

    own.forget();
    const reading = await startTestServer(environment(own.socket));
    const state = async () => (await reading.nobody.get("/api/health")).body.replication;
    const person = { email: "ada@stoa.example", password: "Enough-Letters-1", display_name: "Ada" };
    const register = () => reading.nobody.post("/auth/register", person);
    expect([await state(), (await register()).status]).toEqual(["behind", 503]);
    own.behave("copies");
    await until(async () => (await state()) === "ok", "the second place to be reached");
    expect((await register()).status).toBe(200);
    await reading.stop();
  } finally {
    await own.stop();
    engine.forget();
    server = await startTestServer(environment(engine.socket));
    admin = await server.as("admin");
  }
});

test("a thread reads each change at once, whatever the engine writes in between", async () => {
  const ofEngine = new Database(server.databaseFile);
  ofEngine.run("CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)");
  const write = () =>
    ofEngine.run("INSERT INTO _litestream_seq VALUES (1, 1) ON CONFLICT (id) DO UPDATE SET seq = seq + 1");
  const { fields_schema } = (await admin.get("/metamodel/types/Application")).body;
  for (let change = 0; change < 4; change++) {
    if (change % 2) write();
    const field = { key: `followed${change}`, label: "Followed", type: "text" };
    const changed = { fields_schema: [...fields_schema, { section: "Followed", fields: [field] }] };
    expect((await admin.patch("/metamodel/types/Application", changed)).status).toBe(200);
    if (change > 1) write();
    // A thread that doesn't know the field refuses it.
    expect((await admin.get(`/cards/export/csv?type=Application&where=attributes.${field.key}:a`)).status).toBe(200);
    write();
  }
  ofEngine.close();
});

test("the tables of the engine are in no export of the workspace", async () => {
  const ofEngine = new Database(server.databaseFile);
  for (const table of ENGINE_TABLES) ofEngine.run(`CREATE TABLE IF NOT EXISTS ${table} (id INTEGER PRIMARY KEY)`);
  ofEngine.close();
  const { sheets, assets } = await exported(server, admin);
  expect(JSON.stringify([Object.keys(sheets), Object.keys(assets)])).not.toContain("litestream");
  expect(Object.keys(sheets).length).toBeGreaterThan(40);
});

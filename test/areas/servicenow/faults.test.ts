/** Runs whose instance fails, that are cancelled or stopped, and how little a pull does when nothing has changed. */
import { afterEach, expect, test } from "bun:test";
import { randomFrom } from "../../../bench/random";
import { statement } from "../../../db";
import { interruptWith } from "../../../db/connection";
import { readConfig } from "../../../src/config";
import { startRuns, stopRuns } from "../../../src/core/runs/engine";
import { configureTasks } from "../../../src/core/threads/tasks";
import { cardType, makeCard, unique, watch } from "../../support/factories";
import { clientAs, testServer } from "../../support/server";
import type { Fault } from "../../support/table-api";
import { type Body, ended, map, run, testInstance } from "./setup";

const server = testServer({ ALLOW_PRIVATE_ADDRESSES: "true", SYNC_ANSWER_WAIT_SECONDS: "0" });
const admin = clientAs(server, "admin");
const instance = testInstance();
afterEach(() => interruptWith());

const random = randomFrom(15);
const faults: Fault[] = [
  { status: 500 },
  { status: 429, headers: { "retry-after": "0" } },
  { status: 200, body: "{" },
  "break",
  "break after",
  { slow: 2 },
];
/** Returns a fault at one of four requests. */
const randomFault = (): Fault => (random.whole(0, 3) === 0 ? faults[random.whole(0, faults.length - 1)] : undefined);

const named = (count: number) =>
  Array.from({ length: count }, (_, row) => ({ name: `${unique("Item ")} of ${row * 7919}` }));
const finished = async (mapping: Body, what: "pull" | "push" = "pull") =>
  ended(admin, (await run(admin, mapping, what)).id);
const count = (sql: string, ...values: string[]) =>
  statement<{ count: number }>(`SELECT count(*) AS count FROM ${sql}`).get(...values)?.count;
const cardsOf = (type: string) => count("cards WHERE type = ? AND status = 'ACTIVE'", type);
const identitiesOf = ({ id }: Body) =>
  count("servicenow_identity_map i JOIN cards c ON c.id = i.card_id WHERE mapping_id = ?", id);

/** Runs until a run has come to the end; every other has failed with a reason. */
async function runUntilCompleted(mapping: Body, what: "pull" | "push"): Promise<Body> {
  for (;;) {
    const one = await finished(mapping, what);
    if (one.status === "completed" && one.stats.errors === 0) return one;
    if (one.status === "failed") expect(one.reason).toMatch(/^127\.0\.0\.1/);
  }
}

test("random faults during a pull leave every row with one card", async () => {
  const type = cardType(unique("Faulty"));
  const mapping = await map(admin, instance, { card_type_key: type, max_deletion_ratio: 0.1, sync_mode: "strict" });
  const ids = instance.add(mapping.snow_table, named(510));
  instance.fault = randomFault;
  for (let round = 0; round < 3; round++) {
    await runUntilCompleted(mapping, "pull");
    expect(cardsOf(type)).toBe(510 - round);
    expect(identitiesOf(mapping)).toBe(510 - round);
    instance.remove(mapping.snow_table, ids.pop() as string);
  }
});

test("random faults during a push leave every card with one row", async () => {
  const type = cardType(unique("Faulty"));
  for (const { name } of named(12)) await makeCard(admin, { type, name });
  const field_mappings = [{ turbo_field: "name", snow_field: "name", direction: "turbo_leads" }];
  const mapping = await map(admin, instance, { card_type_key: type, field_mappings });
  instance.fault = randomFault;
  for (let round = 0; round < 3; round++) {
    await runUntilCompleted(mapping, "push");
    const rows = [...(instance.tables.get(mapping.snow_table)?.values() ?? [])];
    expect(new Set(rows.map(({ name }) => name)).size).toBe(12);
    expect([rows.length, identitiesOf(mapping)]).toEqual([12, 12]);
  }
});

/** Returns a page of rows, answered whatever was asked for. */
const page = (rows: number, headers: Record<string, string>) => ({
  status: 200,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify({
    result: Array.from({ length: rows }, (_, row) => ({ sys_id: `row-${row}`, name: `Row ${row}` })),
  }),
});

test("a table that announces more rows than a pull reads ends it with both numbers after one page", async () => {
  const mapping = await map(admin, instance, { card_type_key: cardType(unique("Endless")) });
  instance.fault = () => page(500, { "x-total-count": "735000" });
  const ended = await finished(mapping);
  expect(ended).toMatchObject({ status: "failed", stats: { fetched: 0 } });
  expect(ended.reason).toContain("735000 rows, and a pull reads 500000 at most (SYNC_MAX_ROWS)");
  expect(instance.asked).toHaveLength(1);
});

test.each([
  ["announces no number", 500, {}],
  ["announces more of them", 500, { "x-total-count": "400000" }],
  ["answers fewer than a page", 3, { "x-total-count": "400000" }],
])("a table that repeats its rows and %s ends a pull with the second page", async (_, rows, headers) => {
  const mapping = await map(admin, instance, { card_type_key: cardType(unique("Repeated")) });
  instance.fault = () => page(rows, headers);
  const ended = await finished(mapping);
  expect(ended).toMatchObject({ status: "failed", stats: { fetched: rows } });
  expect(ended.reason).toContain("none from row 500 on is new");
  expect(instance.asked).toHaveLength(2);
});

test("a failing instance ends a pull with the reason, and changes no card", async () => {
  const type = cardType(unique("Failing"));
  const mapping = await map(admin, instance, { card_type_key: type });
  instance.add(mapping.snow_table, named(501));
  const events = await watch(admin);
  instance.fault = ({ query }) => (query.get("sysparm_offset") === "500" ? { status: 403 } : undefined);
  const failed = await finished(mapping);
  expect(failed).toMatchObject({
    status: "failed",
    error_message: "Sync operation failed",
    stats: { fetched: 500, created: 500 },
  });
  expect(failed.reason).toEndWith("answers with the status 403");
  expect(cardsOf(type)).toBe(0);
  expect((await events()).map(({ event_type }) => event_type)).toEqual([
    "servicenow.run_started",
    "servicenow.run_failed",
  ]);
});

test("a busy instance is asked again after the pause that it names", async () => {
  const mapping = await map(admin, instance);
  instance.add(mapping.snow_table, named(1));
  const pauses = ["0", "Thu, 01 Jan 2026 00:00:00 GMT"];
  instance.fault = () => {
    const pause = pauses.shift();
    return pause === undefined ? undefined : { status: 429, headers: { "retry-after": pause } };
  };
  expect(await finished(mapping)).toMatchObject({ status: "completed", stats: { created: 1 } });
  expect(instance.asked.length).toBe(3);
});

/** Starts a pull of 501 rows, and waits until it asks for the second page, which doesn't come. */
async function pullInTheMiddle(
  type: string,
  client = admin,
): Promise<{ mapping: Body; id: string; resume: () => void }> {
  const mapping = await map(admin, instance, { card_type_key: type });
  instance.add(mapping.snow_table, named(501));
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  instance.fault = ({ query }) => {
    if (query.get("sysparm_offset") !== "500") return undefined;
    resolve();
    return { slow: 60_000 };
  };
  const { id, status } = await run(client, mapping);
  expect(status).toBe("running");
  await arrived;
  return { mapping, id, resume: () => instance.reset() };
}

test("a run excludes others of its mapping, shows its progress, and can be cancelled", async () => {
  const type = cardType(unique("Cancelled"));
  const { mapping, id } = await pullInTheMiddle(type);
  const other = await admin.post(`/servicenow/sync/push/${mapping.id}`);
  expect(other).toMatchObject({ status: 409, body: { detail: "A run of this mapping is under way" } });
  expect((await admin.get(`/servicenow/sync/runs/${id}`)).body.stats).toMatchObject({ fetched: 500 });
  const { status, body } = await admin.post(`/servicenow/sync/runs/${id}/cancel`);
  expect(status).toBe(200);
  expect(body).toMatchObject({ status: "failed", reason: expect.stringMatching(/^Cancelled by admin/) });
  expect((await admin.post(`/servicenow/sync/runs/${id}/cancel`)).body).toEqual({ detail: "The run has ended" });
  instance.reset();
  expect(await finished(mapping)).toMatchObject({ status: "completed", stats: { created: 501 } });
  expect(cardsOf(type)).toBe(501);
});

test("a run that a stop interrupts continues at its position", async () => {
  const type = cardType(unique("Stopped"));
  const { id, resume } = await pullInTheMiddle(type);
  await stopRuns();
  expect((await admin.get(`/servicenow/sync/runs/${id}`)).body).toMatchObject({
    status: "running",
    stats: { fetched: 500 },
  });
  resume();
  startRuns(readConfig({}));
  expect(await ended(admin, id)).toMatchObject({ status: "completed", stats: { fetched: 501, created: 501 } });
  expect(instance.asked.map(({ query }) => query.get("sysparm_offset"))).toEqual(["500"]);
  expect(cardsOf(type)).toBe(501);
});

test("a run whose mapping is deleted ends with that as the reason", async () => {
  const { mapping, id } = await pullInTheMiddle(cardType(unique("Deleted")));
  await admin.delete(`/servicenow/mappings/${mapping.id}`);
  expect(await ended(admin, id)).toMatchObject({
    status: "failed",
    mapping_id: null,
    reason: "The mapping was deleted",
  });
});

test("a run ends when the user who started it loses the right", async () => {
  const other = await server.as("admin");
  const type = cardType(unique("Left"));
  const { id, resume } = await pullInTheMiddle(type, other);
  await stopRuns();
  await admin.patch(`/users/${other.userId}`, { is_active: false });
  resume();
  startRuns(readConfig({}));
  const reason = "Whoever started it is gone or deactivated";
  expect(await ended(admin, id)).toMatchObject({ status: "failed", reason });
  expect(cardsOf(type)).toBe(0);
});

const ROWS = 200;

// The last one: from here on tasks run on this thread, where statements can be counted.
test("a pull without changes needs less than a statement for two rows", async () => {
  configureTasks();
  const mapping = await map(admin, instance, { card_type_key: cardType(unique("Counted")) });
  instance.add(mapping.snow_table, named(ROWS));
  const statements = async () => {
    let count = 0;
    interruptWith(() => void count++);
    expect(await finished(mapping)).toMatchObject({ status: "completed", reason: null });
    interruptWith();
    return count;
  };
  expect(await statements()).toBeGreaterThan(ROWS);
  expect(await statements()).toBeLessThan(ROWS / 2);
});

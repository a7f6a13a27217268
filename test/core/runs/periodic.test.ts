/** Periodic runs: they come again by themselves, also after a failure. */
import { expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { purgeArchivedCards } from "../../../src/areas/cards/lifecycle/purge";
import { run } from "../../../src/core/runs/run";
import { createPeriodicRuns } from "../../../src/core/runs/runs";
import { DAY, fromNow, HOUR, MINUTE } from "../../../src/platform/clock";
import { executePeriodic } from "../../support/runs";
import { testServer } from "../../support/server";
import { declared, periodicRow } from "./support";

const server = testServer();

const PAST = "2020-01-01T00:00:00.000Z";

/** Returns a periodic run, and how often it was executed. */
function counted(
  kind: string,
  work: () => void = () => {},
  when: { every: number } | { dailyAt: number } = { every: HOUR },
) {
  let count = 0;
  declared(
    run(kind, {
      ...when,
      work: () => {
        count++;
        work();
      },
    }),
  );
  createPeriodicRuns();
  return () => count;
}

test("a periodic run is due for the first time after its period, is executed once, and waits for its next time", async () => {
  const count = counted("test-once");
  const first = periodicRow("test-once").due_at;
  expect(first > fromNow(HOUR - MINUTE) && first <= fromNow(HOUR)).toBe(true);
  await executePeriodic("test-once");
  expect(count()).toBe(1);
  expect(periodicRow("test-once")).toMatchObject({ state: "queued", attempts: 0, error: null, lease_owner: null });
  expect(periodicRow("test-once").due_at >= first).toBe(true);
});

test("a start creates no second row of a periodic run, and keeps its time", () => {
  counted("test-kept");
  const { due_at, id } = periodicRow("test-kept");
  createPeriodicRuns();
  expect(periodicRow("test-kept")).toMatchObject({ due_at, id });
});

test("a periodic run that fails has the reason, comes again, and is in nobody's way", async () => {
  counted("test-failing", () => {
    throw new Error("no luck, at /home/somebody/secret.ts");
  });
  const other = counted("test-after");
  await executePeriodic("test-failing");
  await executePeriodic("test-after");
  expect(periodicRow("test-failing")).toMatchObject({
    state: "queued",
    attempts: 0,
    error: "An unexpected error has ended it; the server's log has the details. It can be started again.",
  });
  expect(other()).toBe(1);
});

test("a daily run is due at its hour of the next day, or an hour after it has failed", async () => {
  let fails = false;
  counted(
    "test-daily",
    () => {
      if (fails) throw new Error("no luck");
    },
    { dailyAt: 3 },
  );
  await executePeriodic("test-daily");
  const { due_at } = periodicRow("test-daily");
  expect(due_at).toEndWith("T03:00:00.000Z");
  expect(due_at > fromNow(0) && due_at <= fromNow(DAY)).toBe(true);
  fails = true;
  const before = fromNow(HOUR);
  await executePeriodic("test-daily");
  const retried = periodicRow("test-daily").due_at;
  expect(retried >= before && retried <= fromNow(HOUR)).toBe(true);
});

test("a tree that was archived long ago is deleted, and nothing else", async () => {
  const admin = await server.as("admin");
  const make = async (name: string, parent_id?: string) =>
    (await admin.post("/cards", { type: "Organization", name, parent_id })).body.id as string;
  const root = await make("Old root");
  const child = await make("Old child", root);
  const restored = await make("Child that is restored", root);
  const recent = await make("Recently archived");
  await admin.post(`/cards/${child}/archive`);
  await admin.post(`/cards/${recent}/archive`);
  await admin.post(`/cards/${root}/archive`, { child_strategy: "cascade" });
  await admin.post(`/cards/${restored}/restore`);
  transaction(() => statement("UPDATE cards SET archived_at = ? WHERE id IN (?, ?)").run(PAST, root, child));
  await purgeArchivedCards();
  const status = async (id: string) => (await admin.get(`/cards/${id}`)).status;
  expect([await status(root), await status(child), await status(restored), await status(recent)]).toEqual([
    404, 404, 200, 200,
  ]);
  expect((await admin.get(`/cards/${restored}`)).body.parent_id).toBeNull();
});

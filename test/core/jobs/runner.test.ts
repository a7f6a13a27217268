import { expect, spyOn, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { purgeArchivedCards } from "../../../src/areas/cards/lifecycle/purge";
import { type Job, runDueJobs, startJobs, stopJobs } from "../../../src/core/jobs/runner";
import { DAY, fromNow, HOUR } from "../../../src/platform/clock";
import { testServer } from "../../support/server";
import { until } from "../../support/waiting";

const server = testServer();

const PAST = "2020-01-01T00:00:00.000Z";

/** A job that is due, and how often it ran. */
function dueJob(
  name: string,
  run: () => void = () => {},
  when: { every: number } | { dailyAt: number } = { every: HOUR },
): { job: Job; runs: () => number } {
  let runs = 0;
  transaction(() => statement("INSERT INTO jobs (name, next_run) VALUES (?, ?)").run(name, PAST));
  const job = {
    name,
    ...when,
    run: () => {
      runs++;
      run();
    },
  };
  return { job, runs: () => runs };
}

type Row = { last_error: string | null; lease_owner: string | null; next_run: string; last_finished: string | null };
const rowOf = (name: string) => statement<Row>("SELECT * FROM jobs WHERE name = ?").get(name) as Row;

test("a due job runs once and then waits for its next time", async () => {
  const { job, runs } = dueJob("once");
  await runDueJobs([job]);
  await runDueJobs([job]);
  expect(runs()).toBe(1);
  expect(rowOf("once")).toMatchObject({ last_error: null, lease_owner: null });
  expect(rowOf("once").next_run > new Date().toISOString()).toBe(true);
});

test("a job of another process is left alone until its lease has expired", async () => {
  const { job, runs } = dueJob("leased");
  const lease = (until: string) =>
    transaction(() =>
      statement("UPDATE jobs SET lease_owner = 'other', lease_until = ? WHERE name = 'leased'").run(until),
    );
  lease("2999-01-01T00:00:00.000Z");
  await runDueJobs([job]);
  expect(runs()).toBe(0);
  lease(PAST);
  await runDueJobs([job]);
  expect(runs()).toBe(1);
});

test("a failed job stores its error and runs again", async () => {
  const { job } = dueJob("failing", () => {
    throw new Error("no luck");
  });
  const other = dueJob("after it");
  await runDueJobs([job, other.job]);
  expect(rowOf("failing")).toMatchObject({ last_error: "no luck", lease_owner: null });
  expect(other.runs()).toBe(1);
});

test("a daily job runs at its hour of the next day, or an hour after it has failed", async () => {
  let fails = false;
  const { job } = dueJob(
    "daily",
    () => {
      if (fails) throw new Error("no luck");
    },
    { dailyAt: 3 },
  );
  await runDueJobs([job]);
  const { next_run } = rowOf("daily");
  expect(next_run).toEndWith("T03:00:00.000Z");
  expect(next_run > fromNow(0) && next_run <= fromNow(DAY)).toBe(true);
  fails = true;
  transaction(() => statement("UPDATE jobs SET next_run = ? WHERE name = 'daily'").run(PAST));
  const before = fromNow(HOUR);
  await runDueJobs([job]);
  expect(rowOf("daily").next_run >= before && rowOf("daily").next_run <= fromNow(HOUR)).toBe(true);
});

test("cards that were archived long ago are deleted with their trees, and no other cards", async () => {
  const admin = await server.as("admin");
  const make = async (name: string, parent_id?: string) =>
    (await admin.post("/cards", { type: "Organization", name, parent_id })).body.id as string;
  const root = await make("Old root");
  const child = await make("Old child", root);
  const restored = await make("Child that is kept", root);
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

test("a timer runs due jobs from the start on until the stop", async () => {
  const { job, runs } = dueJob("timed");
  const [begin, end] = [spyOn(globalThis, "setInterval"), spyOn(globalThis, "clearInterval")];
  try {
    await startJobs([job]);
    const [look] = begin.mock.calls[0] as unknown as [() => void];
    look();
    await until(() => runs() > 0, "the job to run");
    await stopJobs();
    expect(end).toHaveBeenCalledWith(begin.mock.results[0]?.value);
  } finally {
    begin.mockRestore();
    end.mockRestore();
  }
  expect(runs()).toBe(1);
  expect(rowOf("timed")).toMatchObject({ last_error: null, lease_owner: null });
});

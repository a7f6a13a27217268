/** The life of a run: claimed by a lease, executed in steps, released or ended. */
import { expect, test } from "bun:test";
import { statement, transaction } from "../../../db";
import { LockTaken } from "../../../db/errors";
import { readConfig } from "../../../src/config";
import { runsSettled, startRuns, stopRuns } from "../../../src/core/runs/engine";
import { run, type Work } from "../../../src/core/runs/run";
import { cancelRun } from "../../../src/core/runs/runs";
import { shortStep } from "../../../src/core/runs/step";
import { ThreadLost } from "../../../src/core/threads/results";
import { valuesIn } from "../../support/databases";
import { clientAs, testServer } from "../../support/server";
import { until } from "../../support/waiting";
import { declared, enqueued, rowOf } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

const FUTURE = "2999-01-01T00:00:00.000Z";
const PAST = "2020-01-01T00:00:00.000Z";

/** Changes the row of a run, as another process would. */
const change = (id: string, assignments: string) =>
  transaction(() => void statement(`UPDATE runs SET ${assignments} WHERE id = ?`).run(id));

const advance = shortStep("test.advance", (by: number, run) => {
  run.position += by;
  run.phase = "counting";
  return run.position;
});

/** Work that waits for its signal. */
const waits = ({ signal }: Work<unknown>) =>
  new Promise<void>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));

/** Waits until a run of this process has a state. */
const untilState = (id: string, state: string) => until(() => rowOf(id).state === state, `the run to be ${state}`);

test("a run is claimed after its transaction, executed in steps, and completed", async () => {
  const kind = declared(
    run<number[]>("test.steps", {
      work: async ({ input, step }) => {
        for (const by of input) await step(advance, by);
      },
    }),
  );
  const id = enqueued(kind, [2, 3]);
  expect(rowOf(id)).toMatchObject({ state: "queued", attempts: 0 });
  await untilState(id, "completed");
  expect(rowOf(id)).toMatchObject({ phase: "counting", position: 5, attempts: 1, lease_owner: null, error: null });
});

test("a second run of the same subject is refused with 409 until the first one ends", async () => {
  const kind = declared(run<string>("test.exclusive", { exclusive: (subject) => subject, work: waits }));
  const id = enqueued(kind, "one");
  expect(() => enqueued(kind, "one")).toThrow(expect.objectContaining({ status: 409 }));
  const other = enqueued(kind, "two");
  await untilState(other, "running");
  for (const one of [id, other]) cancelRun(rowOf(one), { userId: null }, "Enough");
  await runsSettled();
  const again = enqueued(kind, "one");
  cancelRun(rowOf(again), { userId: null }, "Enough");
});

test("runs of one queue wait for each other, and those of another one don't wait for them", async () => {
  const queue = { name: "test", atOnce: 1 };
  const kind = declared(run<null>("test.first", { queue, work: waits }));
  const second = declared(run<null>("test.second", { queue, work: () => {} }));
  const elsewhere = declared(run<null>("test.elsewhere", { work: () => {} }));
  const [held, waiting, free] = [enqueued(kind, null), enqueued(second, null), enqueued(elsewhere, null)];
  await untilState(free, "completed");
  expect([rowOf(held).state, rowOf(waiting).state]).toEqual(["running", "queued"]);
  cancelRun(rowOf(held), { userId: null }, "Enough");
  await untilState(waiting, "completed");
  expect(rowOf(held)).toMatchObject({ state: "cancelled", error: "Enough" });
});

test("a run that another process holds is left alone, and claimed when its lease has ended", async () => {
  let executed = 0;
  const kind = declared(run<null>("test.held", { work: () => void executed++ }));
  await stopRuns();
  const id = enqueued(kind, null);
  change(id, `state = 'running', attempts = 1, lease_owner = 'another', lease_until = '${FUTURE}'`);
  startRuns(readConfig({}));
  await runsSettled();
  expect([executed, rowOf(id).lease_owner]).toEqual([0, "another"]);
  change(id, `lease_until = '${PAST}'`);
  startRuns(readConfig({}));
  await untilState(id, "completed");
  expect(rowOf(id).attempts).toBe(2);
});

test("a step whose lease is another's is refused, and ends the work without a trace", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const kind = declared(
    run<null>("test.stolen", {
      work: async ({ step }) => {
        await step(advance, 1);
        await promise;
        await step(advance, 1);
      },
    }),
  );
  const id = enqueued(kind, null);
  await until(() => rowOf(id).position === 1, "the first step");
  change(id, `lease_owner = 'another', lease_until = '${FUTURE}'`);
  resolve();
  await runsSettled();
  expect(rowOf(id)).toMatchObject({ state: "running", position: 1, lease_owner: "another" });
  change(id, "state = 'completed', lease_owner = NULL, lease_until = NULL");
});

test("a stop releases a run and gives the attempt back, and the next start resumes or restarts it", async () => {
  const attempts: (number | string)[] = [];
  const define = (onRestart: "resume" | "restart") =>
    declared(
      run<null>(`test.${onRestart}`, {
        onRestart,
        work: async (work) => {
          attempts.push(await work.step(advance, 1));
          if (attempts.length <= 2) await waits(work);
        },
      }),
    );
  const ids = [enqueued(define("resume"), null), enqueued(define("restart"), null)];
  await until(() => attempts.length === 2, "both runs to wait");
  await stopRuns();
  for (const id of ids) expect(rowOf(id)).toMatchObject({ state: "queued", attempts: 0, lease_owner: null });
  // One of them is left as by a crash, which counts as an attempt.
  for (const id of ids) change(id, "attempts = 1");
  startRuns(readConfig({}));
  for (const id of ids) await untilState(id, "completed");
  expect(ids.map((id) => rowOf(id).position)).toEqual([2, 1]);
});

test("a run that breaks its thread is tried again, and fails with a reason after its attempts", async () => {
  let executed = 0;
  const reasons: string[] = [];
  const kind = declared(
    run<null>("test.breaking", {
      attempts: 2,
      work: () => {
        executed++;
        throw new ThreadLost(503, "The change was interrupted; nothing was changed.");
      },
      failed: (_, reason) => void reasons.push(reason),
    }),
  );
  const id = enqueued(kind, null);
  await until(() => rowOf(id).state === "queued" && rowOf(id).attempts === 1, "the run to be released");
  expect(rowOf(id).due_at > new Date().toISOString()).toBe(true);
  change(id, `due_at = '${PAST}'`);
  startRuns(readConfig({}));
  await untilState(id, "failed");
  expect(executed).toBe(2);
  expect(reasons).toEqual([rowOf(id).error as string]);
  expect(reasons[0]).toStartWith("It was interrupted 2 times");
});

test("the attempt of a run is in the file before its work begins, so that it counts when the work breaks the process", async () => {
  const seen: unknown[] = [];
  const attempts = "SELECT attempts FROM runs WHERE kind = 'test.counted' ORDER BY seq DESC LIMIT 1";
  const kind = declared(
    run<null>("test.counted", { work: () => void seen.push(...valuesIn(server.databaseFile, attempts)) }),
  );
  await untilState(enqueued(kind, null), "completed");
  expect(seen).toEqual([1]);
});

test("a run that has broken the process too often fails with a reason and is not executed", async () => {
  let executed = 0;
  const kind = declared(run<null>("test.deadly", { attempts: 3, work: () => void executed++ }));
  await stopRuns();
  const id = enqueued(kind, null);
  change(id, `state = 'running', attempts = 3, lease_owner = 'dead', lease_until = '${PAST}'`);
  startRuns(readConfig({}));
  await untilState(id, "failed");
  expect([executed, rowOf(id).error?.includes("3 times")]).toEqual([0, true]);
});

test("interrupted runs are executed one at a time, those with fewest attempts first", async () => {
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const kind = declared(
    run<string>("test.suspect", {
      work: async ({ input }) => {
        order.push(input);
        if (input === "once") await promise;
      },
    }),
  );
  await stopRuns();
  const [twice, once, never] = [enqueued(kind, "twice"), enqueued(kind, "once"), enqueued(kind, "never")];
  for (const [id, attempts] of [
    [twice, 2],
    [once, 1],
  ] as const)
    change(
      id,
      `state = 'running', attempts = ${attempts}, lease_owner = 'dead', lease_until = '${PAST}', due_at = '${PAST}'`,
    );
  startRuns(readConfig({}));
  await untilState(never, "completed");
  expect(order.toSorted()).toEqual(["never", "once"]);
  expect(rowOf(twice)).toMatchObject({ attempts: 2, lease_owner: "dead" });
  resolve();
  await untilState(twice, "completed");
  expect(order.at(-1)).toBe("twice");
});

test("an interrupted run that waits for another interrupted one is no suspect, so that both come to their ends", async () => {
  const done = Promise.withResolvers<void>();
  const awaited = declared(run<null>("test.awaited", { work: () => done.resolve() }));
  const kind = declared(run<null>("test.waiting", { waits: true, work: () => done.promise }));
  await stopRuns();
  const ids = [enqueued(kind, null), enqueued(awaited, null)];
  for (const id of ids)
    change(id, `state = 'running', attempts = 1, lease_owner = 'dead', lease_until = '${PAST}', due_at = '${PAST}'`);
  startRuns(readConfig({}));
  for (const id of ids) await untilState(id, "completed");
  expect(ids.map((id) => rowOf(id).attempts)).toEqual([2, 2]);
});

test("a run that finds the database busy is released, and that is no attempt", async () => {
  let executed = 0;
  const kind = declared(
    run<null>("test.busy", {
      work: async () => {
        if (++executed === 1) throw new LockTaken("program");
      },
    }),
  );
  const id = enqueued(kind, null);
  await until(() => executed === 1 && rowOf(id).state === "queued", "the run to be released");
  expect(rowOf(id).attempts).toBe(0);
  change(id, `due_at = '${PAST}'`);
  startRuns(readConfig({}));
  await untilState(id, "completed");
});

test("the rights of whoever has started a run are checked at every step", async () => {
  const somebody = await server.as("admin");
  const { promise, resolve } = Promise.withResolvers<void>();
  const kind = declared(
    run<null>("test.rights", {
      needs: "admin.settings",
      work: async ({ step }) => {
        await step(advance, 1);
        await promise;
        await step(advance, 1);
      },
    }),
  );
  const id = enqueued(kind, null, { userId: somebody.userId ?? null });
  await until(() => rowOf(id).position === 1, "the first step");
  await admin.patch(`/users/${somebody.userId}`, { role: "viewer" });
  resolve();
  await untilState(id, "failed");
  expect(rowOf(id)).toMatchObject({ position: 1, error: "Whoever started it may no longer do so" });
});

test("a failure in a step changes nothing of it, and its reason names no place in the program", async () => {
  const failing = shortStep("test.failing", (_: null, run) => {
    run.position = 7;
    statement("UPDATE runs SET progress = '\"changed\"' WHERE id = ?").run(run.id);
    throw new TypeError("undefined is not an object");
  });
  const kind = declared(run<null>("test.throwing", { work: ({ step }) => step(failing, null) }));
  const id = enqueued(kind, null);
  await untilState(id, "failed");
  expect(rowOf(id)).toMatchObject({
    position: 0,
    progress: null,
    error: "An unexpected error has ended it; the server's log has the details. It can be started again.",
  });
});

/** Work in the background, as administrators see it: what comes again by itself, and what people have started. */
import { expect, test } from "bun:test";
import { transaction } from "../../db";
import { run } from "../../src/core/runs/run";
import { cancelRun, createPeriodicRuns } from "../../src/core/runs/runs";
import { progressInto, whileMaking } from "../../src/core/states/making";
import { conflict } from "../../src/http/errors";
import { HOUR } from "../../src/platform/clock";
import { declared, enqueued, rowOf } from "../core/runs/support";
import { executePeriodic } from "../support/runs";
import { clientAs, testServer } from "../support/server";
import { until } from "../support/waiting";

const server = testServer();
const admin = clientAs(server, "admin");
const member = clientAs(server, "member");
const viewer = clientAs(server, "viewer");

test("jobs show when they ran last, why that has failed, and when they are due next", async () => {
  let fails = true;
  declared(
    run("test-watering", {
      every: HOUR,
      work: () => {
        if (fails) throw conflict("The well is dry");
      },
    }),
  );
  createPeriodicRuns();
  const watering = async () =>
    (await admin.get("/work/jobs")).body.find(({ kind }: { kind: string }) => kind === "test-watering");
  expect(await watering()).toMatchObject({ every_seconds: 3600, started_at: null, error: null, is_running: false });
  await executePeriodic("test-watering");
  const failed = await watering();
  expect(failed).toMatchObject({ error: "The well is dry", cron: null, daily_at_hour: null });
  expect(failed.started_at <= failed.ended_at && failed.ended_at < failed.due_at).toBe(true);
  fails = false;
  await executePeriodic("test-watering");
  expect((await watering()).error).toBeNull();
  const { body: jobs } = await admin.get("/work/jobs");
  expect(jobs).toContainEqual(expect.objectContaining({ kind: "backup", daily_at_hour: 2 }));
});

test("runs are listed with who has started them and why they have failed, by state and page", async () => {
  const { body: me } = await member.get("/auth/me");
  const digging = declared(
    run<null>("test.dig", {
      work: () => {
        throw conflict("There is rock");
      },
    }),
  );
  const waiting = declared(
    run<null>("test.wait", {
      work: ({ signal }) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    }),
  );
  const failed = enqueued(digging, null, { userId: me.id });
  const cancelled = enqueued(waiting, null);
  await until(() => rowOf(failed).state === "failed", "the run to fail");
  transaction(() => cancelRun(rowOf(cancelled), { userId: null }, "Cancelled by Ada"));

  const { body } = await admin.get("/work/runs");
  expect(body.items.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual([cancelled, failed]);
  expect((await admin.get("/work/runs?state=failed")).body).toMatchObject({
    total: 1,
    items: [
      { id: failed, kind: "test.dig", error: "There is rock", user_id: me.id, user_display_name: me.display_name },
    ],
  });
  const second = await admin.get("/work/runs?page=2&page_size=1");
  expect(second.body).toMatchObject({ page: 2, page_size: 1, total: body.total, items: [{ id: failed }] });
  expect((await admin.get("/work/runs?state=lost")).status).toBe(422);
  for (const path of ["/work/jobs", "/work/runs"]) expect((await member.get(path)).status).toBe(403);
});

test("a state of the past that is being made is work of whoever waits for it, with its percentage", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const moment = { seq: 1, at: "2026-03-31T12:00:00.000Z", event: 1 };
  const made = whileMaking(moment, member.userId ?? "", (progress) => {
    progressInto(progress)(0.4);
    return promise;
  });
  const states = async (client: typeof member) =>
    (await client.get("/work")).body.filter(({ operation }: { operation: string }) => operation.startsWith("state of"));
  const operation = `state of ${moment.at}`;
  expect(await states(member)).toMatchObject([{ operation, state: "running", done: 40, total: 100 }]);
  expect(await states(admin)).toMatchObject([{ user_id: member.userId }]);
  expect(await states(viewer)).toEqual([]);
  resolve();
  await made;
  expect(await states(member)).toEqual([]);
});

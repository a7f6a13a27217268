/** Previews that lock nobody, and applications in slices that continue after a crash. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { statement, transactionInTurn } from "../../../db";
import { applyNext, completeApplying, rehearseStaged, stage } from "../../../src/areas/workspace/transfer-steps";
import type { Actor } from "../../../src/core/access/actor";
import { delegateOf } from "../../../src/core/access/delegate";
import { batchOf, type StepRun } from "../../../src/core/runs/step";
import { unique } from "../../support/factories";
import { eventsAfter, lastEvent } from "../../support/journal";
import { holdLock } from "../../support/lock";
import { clientAs, testServer } from "../../support/server";
import { until } from "../../support/waiting";
import { applied, bundleOf, previewed, sheet } from "./support";

const server = testServer();
const admin = clientAs(server, "admin");

/** More rows than two slices take. */
const CARDS = 1_200;

const manyCards = (name: string) =>
  bundleOf({
    Cards: sheet(
      ...Array.from({ length: CARDS }, (_, at) => ({
        type: "Application",
        name: `${name} ${at}`,
        parent_path: at % 2 === 0 ? null : `${name} ${at - 1}`,
      })),
    ),
  });

const countOf = (name: string) =>
  statement<{ count: number }>("SELECT count(*) AS count FROM cards WHERE name GLOB ?").get(`${name} *`)?.count;

/** Returns the importer as an actor. @param batchId the batch that earlier slices have opened */
const importer = (batchId?: string): Actor => ({
  ...(delegateOf(admin.userId as string) as Actor),
  operation: "POST /api/v1/admin/workspace/import",
  batchId,
});

const runOf = (batchId?: string, progress: unknown = null): StepRun => ({
  id: "run",
  attempt: 1,
  author: importer(batchId),
  phase: null,
  position: 0,
  progress,
  isComplete: false,
});

const markApplying = (id: string) =>
  transactionInTurn(() => statement("UPDATE workspace_transfers SET status = 'applying' WHERE id = ?").run(id));

/** Executes one step as the work of the run does, and the last one after it. @returns the run as another process finds it afterwards */
async function applyStep(id: string, run: StepRun): Promise<StepRun> {
  return transactionInTurn(() => {
    if (!applyNext(id, run)) completeApplying(id, run);
    const found = runOf(batchOf(run) ?? undefined, JSON.parse(JSON.stringify(run.progress)));
    return { ...found, isComplete: run.isComplete };
  });
}

test("a preview changes nothing and needs no write lock", async () => {
  const name = unique("Rehearsed");
  const { id } = await previewed(admin, await manyCards(name));
  stage(id);
  const release = holdLock(server.databaseFile);
  try {
    expect(rehearseStaged({ id, actor: importer() }).totals).toMatchObject({ created: CARDS, failed: 0 });
  } finally {
    release();
  }
  expect(countOf(name)).toBe(0);
  expect(existsSync(`${server.databaseFile}.copy-${id}`)).toBe(false);
});

test("an application that is killed after each slice continues at its position, in one batch", async () => {
  const name = unique("Sliced");
  const { id } = await previewed(admin, await manyCards(name));
  await markApplying(id);
  const before = lastEvent();
  const counts: (number | undefined)[] = [];
  for (let run = runOf(); !run.isComplete; counts.push(countOf(name))) {
    stage(id);
    run = await applyStep(id, run);
  }
  expect(counts.length).toBeGreaterThan(2);
  expect(counts[0]).toBeLessThan(CARDS);
  const { status, result } = (await admin.get(`/admin/workspace/import/${id}`)).body;
  expect({ status, totals: result.totals }).toMatchObject({
    status: "applied",
    totals: { created: CARDS, skipped: 0, conflict: 0, failed: 0 },
  });
  expect(countOf(name)).toBe(CARDS);
  const created = eventsAfter(before).filter(({ event_type }) => event_type === "card.created");
  expect(created.length).toBe(CARDS);
  const batches = statement<{ batch_id: string }>(
    "SELECT DISTINCT batch_id FROM events WHERE seq > ? AND event_type = 'card.created'",
  ).all(before);
  expect(batches.length).toBe(1);
  const plan = await admin.post(`/mutation-batches/${batches[0]?.batch_id}/rollback`, { dry_run: true });
  expect(plan.status).toBe(200);
});

test("a slice whose transaction is rolled back is applied again, and nothing twice", async () => {
  const name = unique("Rolled");
  const { id } = await previewed(admin, await manyCards(name));
  await markApplying(id);
  stage(id);
  const kill = async () =>
    transactionInTurn(() => {
      applyNext(id, runOf());
      throw new Error("killed");
    });
  await expect(kill()).rejects.toThrow("killed");
  expect(countOf(name)).toBe(0);
  for (let run = runOf(); !run.isComplete; ) run = await applyStep(id, run);
  expect(countOf(name)).toBe(CARDS);
});

test("no file is left next to the database after a preview and an application", async () => {
  const { id } = await applied(admin, await manyCards(unique("Tidy")));
  for (const file of [`copy-${id}`, `import-${id}`])
    await until(() => !existsSync(`${server.databaseFile}.${file}`), `the end of ${file}`);
});

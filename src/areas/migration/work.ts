/** Parsing and applying, which go on beside the requests: on the writer thread, and applying in many small transactions. */
import { transactionInTurn } from "../../../db";
import { goOn, isPassing, reasonOf } from "../../core/jobs/beside";
import { runTask, writingTask } from "../../core/threads/tasks";
import { Problem } from "../../http/errors";
import { UnreadableFile } from "../../platform/archive/source";
import { applyNext, retryFailed } from "./apply/apply";
import { failMigration } from "./apply/finish";
import { findRow, listUnfinished } from "./rows";
import { parseMigration } from "./staging/parse";

/** Parses a file; one that can't be read is refused. */
const parse = writingTask("migration.parse", (id: string) => {
  try {
    parseMigration(id);
  } catch (error) {
    throw error instanceof UnreadableFile ? new Problem(422, error.message) : error;
  }
});

const retry = writingTask("migration.retry", retryFailed);
const apply = writingTask("migration.apply", applyNext);

/** What runs on the writer thread. */
export const tasks = [parse, retry, apply];

async function applyAll(id: string, stopping: AbortSignal): Promise<void> {
  await runTask(retry, id);
  while (!stopping.aborted && (await runTask(apply, id)));
}

/** Ends work with the reason of its failure. */
async function fail(id: string, error: unknown): Promise<void> {
  const reason = reasonOf(error, { migration: id }, "a migration failed");
  await transactionInTurn(() => {
    const migration = findRow(id);
    if (migration?.status === "uploaded" || migration?.status === "applying") failMigration(migration, reason);
  });
}

/** Does what a migration waits for. @returns whether there was anything, so that there may be more */
async function finishOne(id: string, stopping: AbortSignal): Promise<boolean> {
  const status = findRow(id)?.status;
  try {
    if (status === "uploaded") await runTask(parse, id);
    else if (status === "applying") await applyAll(id, stopping);
    else return false;
    return true;
  } catch (error) {
    if (stopping.aborted || isPassing(error)) return false;
    await fail(id, error);
    return true;
  }
}

/** Does all that a migration waits for. What a stop of the server ends is left to the next start. */
async function finish(id: string, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await finishOne(id, stopping)));
}

/** Migrations that are worked on. */
const going = new Set<string>();

/** Begins to do what a migration waits for, unless that goes on already. */
export function workOn(id: string): void {
  if (going.has(id)) return;
  going.add(id);
  goOn((stopping) => {
    const stopped = new Promise<void>((resolve) => stopping.addEventListener("abort", () => resolve()));
    return Promise.race([finish(id, stopping), stopped]).finally(() => going.delete(id));
  });
}

/** Goes on with whatever waits, for what a stop or a crash has left. */
export function resumeWork(): void {
  for (const { id } of listUnfinished()) workOn(id);
}

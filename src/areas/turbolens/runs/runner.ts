/** Executes the runs of analyses in the background: a few at once, the others wait in their order. */
import { afterCommit, inTurn, transaction } from "../../../../db";
import type { Author } from "../../../core/journal/journal";
import { Problem } from "../../../http/errors";
import { log } from "../../../platform/log";
import { beginRun, createRun, failRun, markCancelled, type Progress, type RunRef, reportProgress } from "./runs";

/** The data that an analysis gets while it runs. */
export type Running = RunRef & {
  /** Aborted when the run is cancelled or the server stops. */
  signal: AbortSignal;
  progress(progress: Progress): Promise<void>;
};

/** The work of a run, which ends with `completeRun` in the transaction that stores what it has found. */
export type Work = (running: Running) => Promise<void>;

/** Runs that are under way at the same time. */
const AT_ONCE = 2;
let atOnce = AT_ONCE;

/** Sets how many runs are under way at the same time; without an argument the default. For tests. */
export function setRunsAtOnce(count: number = AT_ONCE): void {
  atOnce = count;
}

type Entry = { run: RunRef; work: Work; ended: AbortController };

const waiting: Entry[] = [];
const underway = new Set<Entry>();

/** The reason of an error as users see it. */
const reasonOf = (error: unknown): string =>
  error instanceof Problem || error instanceof Error ? error.message : String(error);

function next(): void {
  while (underway.size < atOnce) {
    const entry = waiting.shift();
    if (!entry) return;
    underway.add(entry);
    carryOut(entry).finally(() => {
      underway.delete(entry);
      next();
    });
  }
}

async function carryOut({ run, work, ended: { signal } }: Entry): Promise<void> {
  const progress = async (progress: Progress) => {
    signal.throwIfAborted();
    await inTurn(() => reportProgress(run, progress));
  };
  try {
    if (!(await inTurn(() => beginRun(run.id)))) return;
    await work({ ...run, signal, progress });
  } catch (error) {
    // The cancellation has given the reason already.
    if (signal.aborted) return;
    log.warn({ exception: error, run: run.id, analysis: run.analysis_type }, "an analysis failed");
    await inTurn(() => failRun(run, reasonOf(error)));
  }
}

/**
 * Starts a run, which begins after the commit.
 * @throws Problem 409 when one of its kind is unfinished
 */
export function startRun(author: Author, analysisType: string, work: Work): { run_id: string; status: "running" } {
  return transaction(() => {
    const run = createRun(author, analysisType);
    // Each run has an author of its own, because the request's events end before it.
    const own = { ...run, author: { ...author, batchId: undefined, single: undefined, operation: analysisType } };
    afterCommit(() => {
      waiting.push({ run: own, work, ended: new AbortController() });
      next();
    });
    return { run_id: run.id, status: "running" };
  });
}

/** Cancels a run: what was there before it stays. @throws Problem 404; 409 when it has ended */
export function cancelRun(author: Author, id: string): void {
  transaction(() => {
    markCancelled(author, id);
    afterCommit(() => {
      for (const { run, ended } of [...waiting, ...underway]) if (run.id === id) ended.abort();
    });
  });
}

/** Ends all runs because the server stops. */
export function stopAnalyses(): void {
  const entries = [...waiting.splice(0), ...underway];
  for (const { ended } of entries) ended.abort();
  for (const { run } of entries) failRun(run, "The server was stopped during the run; start it again.");
}

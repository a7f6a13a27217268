/** Carries runs to their end beside the requests, each by one process at a time. */
import { transactionInTurn } from "../../../../db";
import { isBusy } from "../../../../db/errors";
import { goOn, isPassing } from "../../../core/jobs/beside";
import { program } from "../../../core/journal/journal";
import { messageOf, Problem } from "../../../http/errors";
import { SECOND } from "../../../platform/clock";
import { newId } from "../../../platform/ids";
import { log } from "../../../platform/log";
import { failRun } from "./ends";
import { pull } from "./pull";
import { push } from "./push";
import { abandonedRuns, acquireRun, findRun, releaseRun, renewRun } from "./store";

/** How often the lease of a run is renewed. */
const HEARTBEAT = 5 * SECOND;
/** Times that a run is taken up before it is given up. */
const MAX_ATTEMPTS = 20;

const steps = { pull, push };
const owner = newId();

/** The runs at work in this process. */
const active = new Map<string, { end: Promise<void>; cancel: AbortController }>();

/** Whether a run can go on later: the database or its writer thread was busy. */
const canGoOnLater = (error: unknown) => isPassing(error) || isBusy(error);

function reasonOf(error: unknown, id: string): string {
  if (error instanceof Problem) return messageOf(error);
  log.error({ exception: error, run: id }, "a run of the synchronisation failed unexpectedly");
  return "Unexpected error; the log tells more";
}

/** Ends a run that can't go on, or leaves it to whoever takes it up next. */
async function settle(id: string, error: unknown, isStopping: boolean): Promise<void> {
  const run = findRun(id);
  if (run?.status !== "running" || run.lease_owner !== owner) return;
  const isLeft = isStopping || (canGoOnLater(error) && run.attempts < MAX_ATTEMPTS);
  await transactionInTurn(() =>
    isLeft ? releaseRun(id, owner) : failRun(program("servicenow"), id, reasonOf(error, id)),
  );
}

/** Renews the lease of a run; one that has ended, or is another process's now, is left. */
async function renewOrLeave(id: string, cancel: AbortController): Promise<void> {
  try {
    if (!(await transactionInTurn(() => renewRun(id, owner)))) cancel.abort();
  } catch (exception) {
    log.warn({ exception, run: id }, "the lease of a run could not be renewed");
  }
}

async function carryThrough(id: string, stopping: AbortSignal, cancel: AbortController): Promise<void> {
  if (!(await transactionInTurn(() => acquireRun(id, owner)))) return;
  const beat = setInterval(() => void renewOrLeave(id, cancel), HEARTBEAT);
  try {
    const direction = findRun(id)?.direction;
    if (direction) await steps[direction](id, owner, AbortSignal.any([stopping, cancel.signal]));
  } catch (error) {
    await settle(id, error, stopping.aborted);
  } finally {
    clearInterval(beat);
  }
}

/** Takes up a run, unless another process is at work on it. @returns a promise of its end here, which never fails */
export function takeUp(id: string): Promise<void> {
  const known = active.get(id);
  if (known) return known.end;
  const cancel = new AbortController();
  const end = goOn((stopping) => carryThrough(id, stopping, cancel)).finally(() => active.delete(id));
  active.set(id, { end, cancel });
  return end;
}

/** Makes this process leave a run that has been ended. */
export const leaveOff = (id: string): void => active.get(id)?.cancel.abort();

/** Takes up the runs that no process is at work on, as after a crash. */
export function takeUpAbandoned(): void {
  for (const id of abandonedRuns()) takeUp(id);
}

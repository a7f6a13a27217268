/**
 * Jobs: what the server does by itself, now and then. Each has a row with a lease, so that two processes on one file never
 * run one at the same time, and the time of its next run, so that a restart neither loses nor doubles a run.
 */
import { statement, transaction } from "../../../db";
import { fromNow, MINUTE, now, SECOND } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { log } from "../../platform/log";

export type Job = {
  name: string;
  /** Milliseconds from one run to the next; the first comes this long after the job is first known. */
  every: number;
  /** `isOver` says whether the server is stopping: what is left then waits for the next run. */
  run: (isOver: () => boolean) => void | Promise<void>;
};

/** How often it is looked at what is due. */
const LOOK = 5 * SECOND;
/** A process that dies while it runs a job holds it up for this long. */
const LEASE = 10 * MINUTE;

const owner = newId();
let timer: ReturnType<typeof setInterval> | undefined;
let running: Promise<void> = Promise.resolve();
let stopping = false;

/** Takes the lease of a job that is due; false when it isn't, or another process has it. */
function take(name: string): boolean {
  return transaction(
    () =>
      statement<{ name: string }>(
        `UPDATE jobs SET lease_owner = ?, lease_until = ?, last_started = ?
         WHERE name = ? AND next_run <= ? AND (lease_until IS NULL OR lease_until <= ?) RETURNING name`,
      ).get(owner, fromNow(LEASE), now(), name, now(), now()) !== null,
  );
}

function giveBack(job: Job, error: string | null): void {
  transaction(() =>
    statement(
      `UPDATE jobs SET lease_owner = NULL, lease_until = NULL, last_finished = ?, last_error = ?, next_run = ?
       WHERE name = ? AND lease_owner = ?`,
    ).run(now(), error, fromNow(job.every), job.name, owner),
  );
}

/** Runs those of the jobs that are due, one after the other. An error is logged and noted; the job comes again at its time. */
export async function runDueJobs(jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    if (stopping) return;
    if (!take(job.name)) continue;
    let error: string | null = null;
    try {
      await job.run(() => stopping);
    } catch (reason) {
      error = (reason as Error).message;
      log.error({ exception: reason, job: job.name }, "a job failed");
    }
    giveBack(job, error);
  }
}

/** Makes the jobs known and runs them from now on. */
export function startJobs(jobs: readonly Job[]): void {
  transaction(() => {
    for (const { name, every } of jobs)
      statement("INSERT INTO jobs (name, next_run) VALUES (?, ?) ON CONFLICT DO NOTHING").run(name, fromNow(every));
  });
  const look = () => {
    running = running
      .then(() => runDueJobs(jobs))
      .catch((reason) => log.error({ exception: reason }, "the jobs could not be looked at"));
  };
  timer = setInterval(look, LOOK);
}

/** Starts no more jobs and waits for the one that runs. */
export async function stopJobs(): Promise<void> {
  clearInterval(timer);
  timer = undefined;
  stopping = true;
  await running;
  stopping = false;
}

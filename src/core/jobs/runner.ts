/**
 * Periodic jobs. Each has a row with a lease, so that two processes never run it at the same time, and with the time of its
 * next run, so that a restart neither skips nor repeats a run.
 */
import { inTurn, statement, transactionInTurn } from "../../../db";
import { fromNow, HOUR, MINUTE, nextHour, now, SECOND } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { log } from "../../platform/log";
import { stopWorkBeside } from "./beside";

export type Job = {
  name: string;
  /** `isStopping` returns whether the server is stopping, so that the rest is left to the next run. */
  run: (isStopping: () => boolean) => void | Promise<void>;
} & (
  | {
      /** Milliseconds between two runs, and before the first. */
      every: number;
    }
  | {
      /** The hour of the day, in UTC. */
      dailyAt: number;
    }
);

/** How often due jobs are run. */
const INTERVAL = 5 * SECOND;
/** How long a job is blocked by a process that crashes while it runs it. */
const LEASE = 10 * MINUTE;
/** How long a daily job waits after an error. */
const RETRY = HOUR;

const owner = newId();
let timer: ReturnType<typeof setInterval> | undefined;
let running: Promise<void> = Promise.resolve();
let stopping = false;

/** Acquires the lease of a job that is due; false when it isn't, or another process has the lease. */
async function acquire(name: string): Promise<boolean> {
  return transactionInTurn(
    () =>
      statement<{ name: string }>(
        `UPDATE jobs SET lease_owner = ?, lease_until = ?, last_started = ?
         WHERE name = ? AND next_run <= ? AND (lease_until IS NULL OR lease_until <= ?) RETURNING name`,
      ).get(owner, fromNow(LEASE), now(), name, now(), now()) !== null,
  );
}

const nextRun = (job: Job) => ("every" in job ? fromNow(job.every) : nextHour(job.dailyAt));

async function release(job: Job, error: string | null): Promise<void> {
  await transactionInTurn(() =>
    statement(
      `UPDATE jobs SET lease_owner = NULL, lease_until = NULL, last_finished = ?, last_error = ?, next_run = ?
       WHERE name = ? AND lease_owner = ?`,
    ).run(now(), error, error !== null && "dailyAt" in job ? fromNow(RETRY) : nextRun(job), job.name, owner),
  );
}

/** Runs the jobs that are due, one after the other. An error is logged and stored; the job runs again at its next time. */
export async function runDueJobs(jobs: readonly Job[]): Promise<void> {
  for (const job of jobs) {
    if (stopping) return;
    if (!(await acquire(job.name))) continue;
    let error: string | null = null;
    try {
      await inTurn(() => job.run(() => stopping));
    } catch (reason) {
      error = (reason as Error).message;
      log.error({ exception: reason, job: job.name }, "a job failed");
    }
    await release(job, error);
  }
}

/** Registers the jobs and runs them from now on. */
export async function startJobs(jobs: readonly Job[]): Promise<void> {
  await transactionInTurn(() => {
    for (const job of jobs)
      statement("INSERT INTO jobs (name, next_run) VALUES (?, ?) ON CONFLICT DO NOTHING").run(job.name, nextRun(job));
  });
  const run = () => {
    running = running
      .then(() => runDueJobs(jobs))
      .catch((reason) => log.error({ exception: reason }, "the jobs could not be run"));
  };
  timer = setInterval(run, INTERVAL);
}

/** Starts no more jobs, and waits for the running one and for what goes on beside them. */
export async function stopJobs(): Promise<void> {
  clearInterval(timer);
  timer = undefined;
  stopping = true;
  await running;
  await stopWorkBeside();
  stopping = false;
}

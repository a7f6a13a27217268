/**
 * Makes changes durable without blocking the process for each.
 *
 * SQLite commits into the write-ahead log without syncing it (`synchronous = NORMAL`). Responses that acknowledge changes
 * wait here for an asynchronous `fdatasync` of the log that began after the commit, and with replication for the second place;
 * those waiting at one time share both.
 */
import { closeSync, fdatasync, openSync } from "node:fs";
import { dirname } from "node:path";
import { NotReplicated } from "./errors";
import { syncFolder } from "./files";
import { replicate, stopReplication } from "./replication";

let descriptor: number | undefined;
let commit: () => unknown = () => {};
let changes = 0;
let synced = 0;
let running: { covers: number; done: Promise<void> } | undefined;
let next: Promise<void> | undefined;
let refusal: unknown;
let losses = 0;
let lastLoss: unknown;
/** The cause for which the last commit failed; undefined when it didn't. */
let failing: { cause: unknown } | undefined;
/** The outcome of the uncommitted changes, shared with those who wait for them. */
let uncommitted: { loss?: { cause: unknown } } | undefined;

/** A commit failed because of its `cause`, and its changes were rolled back. */
export class LostChange extends Error {
  constructor(cause: unknown) {
    super("a commit failed", { cause });
  }
}

/**
 * Opens the log of a database, which must exist, for syncing, and syncs the folder once.
 * @param commitChanges commits the open transaction, and calls `noteLoss` when that fails
 */
export function watchLog(databaseFile: string, commitChanges: () => unknown): void {
  descriptor = openSync(`${databaseFile}-wal`, "r+");
  commit = commitChanges;
  syncFolder(dirname(databaseFile));
}

/** Closes the log; the last sync must have finished. */
export function releaseLog(): void {
  if (descriptor !== undefined) closeSync(descriptor);
  stopReplication();
  descriptor = undefined;
  running = next = refusal = uncommitted = failing = undefined;
  synced = changes;
}

/** Records that a transaction has ended, committed or not. */
export function noteChange(): void {
  changes++;
  uncommitted ??= {};
}

/** Records that another thread has committed a change, which is to be made durable. */
export function noteOthersChange(): void {
  changes++;
}

/** Records that all changes so far are committed. */
export function noteCommitted(): void {
  failing = undefined;
  uncommitted = undefined;
}

/** Records that a commit failed and its changes were rolled back. */
export function noteLoss(cause: unknown): void {
  losses++;
  lastLoss = cause;
  failing = { cause };
  if (uncommitted) uncommitted.loss = { cause };
  uncommitted = undefined;
}

/** Returns the number of failed commits; read before a change, it lets `durable` detect whether the change was lost. */
export const lossesSoFar = (): number => losses;

/** Checks whether all changes so far are durable. */
export const isDurable = (): boolean => synced === changes || descriptor === undefined;

/** Returns the number of changes so far; the same number before and after some work means that it has changed nothing. */
export const changesSoFar = (): number => changes;

/** Returns the reason for which changes are not stored at present: the last commit or a sync has failed; undefined without one. */
export const storingFailure = (): unknown => refusal ?? failing?.cause;

/**
 * Waits until all changes so far are on the disk, and with replication in the second place; returns undefined when they already
 * are.
 * @param lossesBefore `lossesSoFar` before the caller's change
 * @throws LostChange when a commit has failed since; the error of a failed sync, then and ever after, because a later
 *   successful sync doesn't mean that the changes of the failed one are on the disk; NotReplicated when they are on the disk only,
 *   after which it may be waited again
 */
export function durable(lossesBefore: number = losses): Promise<void> | undefined {
  if (refusal !== undefined) return Promise.reject(refusal);
  if (losses !== lossesBefore) return Promise.reject(new LostChange(lastLoss));
  if (isDurable()) return undefined;
  const outcome = uncommitted;
  const refuseLost = () => {
    if (outcome?.loss) throw new LostChange(outcome.loss.cause);
  };
  if (running?.covers === changes) return running.done.then(refuseLost);
  // A running sync began before the caller's commit, so the caller waits for the next, which is shared by all of this turn.
  next ??= (running?.done.catch(() => {}) ?? endOfTurn()).then(sync);
  return next.then(refuseLost);
}

const endOfTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function sync(): Promise<void> {
  commit();
  const covers = changes;
  const log = descriptor;
  next = undefined;
  if (log === undefined) return Promise.resolve();
  const done = new Promise<void>((resolve, reject) => fdatasync(log, (error) => (error ? reject(error) : resolve())))
    .then(replicate)
    .then(
      () => {
        synced = covers;
        if (running?.covers === covers) running = undefined;
      },
      (error) => {
        if (!(error instanceof NotReplicated)) refusal = error;
        else if (running?.covers === covers) running = undefined;
        throw error;
      },
    );
  running = { covers, done };
  return done;
}

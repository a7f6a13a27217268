/**
 * Makes changes durable without blocking the process on the disk for each.
 *
 * SQLite commits into the write-ahead log without waiting for the disk (`synchronous = NORMAL`); an answer that
 * acknowledges a change waits here until it is committed and an asynchronous `fdatasync` of the log that began after the
 * commit is done. Answers that wait at the same time share one `fdatasync`.
 */
import { closeSync, fdatasync, openSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./files";

let descriptor: number | undefined;
let commit: () => unknown = () => {};
let changes = 0;
let synced = 0;
let running: { covers: number; done: Promise<void> } | undefined;
let next: Promise<void> | undefined;
let refusal: unknown;
let losses = 0;
let lastLoss: unknown;
/** What becomes of the changes that are not committed yet; those who wait for any of them hold on to it. */
let undecided: { loss?: { cause: unknown } } | undefined;

/** A commit failed because of its `cause`, and all changes that were part of it were undone. */
export class LostChange extends Error {
  constructor(cause: unknown) {
    super("a commit failed", { cause });
  }
}

/**
 * Opens the log of a database, to sync it from now on, and syncs the folder once for the names of the files.
 * The log must exist already, so the database must have been written to.
 * @param commitChanges commits the open transaction, and calls `noteLoss` when that fails
 */
export function watchLog(databaseFile: string, commitChanges: () => unknown): void {
  descriptor = openSync(`${databaseFile}-wal`, "r+");
  commit = commitChanges;
  syncFolder(dirname(databaseFile));
}

/** Closes the log; the last sync must have been awaited. */
export function releaseLog(): void {
  if (descriptor !== undefined) closeSync(descriptor);
  descriptor = undefined;
  running = next = refusal = undecided = undefined;
  synced = changes;
}

/** Notes that a transaction has ended, whether or not it is committed yet. */
export function noteChange(): void {
  changes++;
  undecided ??= {};
}

/** Notes that what was changed so far is committed: what is lost later doesn't concern it. */
export function noteKept(): void {
  undecided = undefined;
}

/** Notes that a commit failed and its changes were undone. */
export function noteLoss(cause: unknown): void {
  losses++;
  lastLoss = cause;
  if (undecided) undecided.loss = { cause };
  undecided = undefined;
}

/** How many commits have failed so far; taken before a change, `durable` checks with it whether the change was lost. */
export const lossesSoFar = (): number => losses;

/**
 * Waits until everything changed so far is on the disk.
 * @param lossesBefore what `lossesSoFar` said before the caller's change
 * @returns undefined when it already is, so that a caller that changed nothing waits for nothing
 * @throws LostChange when changes have been lost since, or what isn't committed yet is; the disk's own error when it
 *   refuses, and ever after: what was committed must then not be acknowledged, and a later sync that succeeds wouldn't
 *   mean that what the disk has dropped is there
 */
export function durable(lossesBefore: number = losses): Promise<void> | undefined {
  if (refusal !== undefined) return Promise.reject(refusal);
  if (losses !== lossesBefore) return Promise.reject(new LostChange(lastLoss));
  if (synced === changes || descriptor === undefined) return undefined;
  const fate = undecided;
  const refuseLost = () => {
    if (fate?.loss) throw new LostChange(fate.loss.cause);
  };
  if (running?.covers === changes) return running.done.then(refuseLost);
  // A running sync began before the caller's commit, so the caller waits for the next one. When none is running, the next
  // one starts at the end of this turn, for all that ask in it.
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
  const done = new Promise<void>((resolve, reject) =>
    fdatasync(log, (error) => (error ? reject(error) : resolve())),
  ).then(
    () => {
      synced = covers;
      if (running?.covers === covers) running = undefined;
    },
    (error) => {
      refusal = error;
      throw error;
    },
  );
  running = { covers, done };
  return done;
}

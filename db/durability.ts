/**
 * Makes commits durable without stopping the process for each.
 *
 * SQLite commits into the write-ahead log without waiting for the disk (`synchronous = NORMAL`); an answer that
 * acknowledges a change waits here for an asynchronous `fdatasync` of the log that began after its commit. All that
 * wait at the same time share one.
 */
import { closeSync, fdatasync, openSync } from "node:fs";
import { dirname } from "node:path";
import { syncFolder } from "./files";

let descriptor: number | undefined;
let commits = 0;
let synced = 0;
let running: { covers: number; done: Promise<void> } | undefined;
let next: Promise<void> | undefined;
let refusal: unknown;

/**
 * Starts watching the log of a database that has just been written to, so that its log exists.
 * The descriptor stays open for the life of the connection. The folder is synced once: it holds the files' names.
 */
export function watchLog(databaseFile: string): void {
  descriptor = openSync(`${databaseFile}-wal`, "r+");
  syncFolder(dirname(databaseFile));
}

/** Stops watching; the last sync must have been awaited. */
export function releaseLog(): void {
  if (descriptor !== undefined) closeSync(descriptor);
  descriptor = undefined;
  running = next = refusal = undefined;
  synced = commits;
}

/** Notes that a transaction has been committed. */
export function noteCommit(): void {
  commits++;
}

/**
 * Waits until everything committed so far is on the disk.
 * @returns undefined when it already is, so that a caller that wrote nothing waits for nothing
 * @throws when the disk refuses, and ever after: what was committed must then not be acknowledged, and a later sync
 *   that succeeds wouldn't mean that what the disk has dropped is there
 */
export function durable(): Promise<void> | undefined {
  if (refusal !== undefined) return Promise.reject(refusal);
  if (synced === commits || descriptor === undefined) return undefined;
  if (running?.covers === commits) return running.done;
  // A sync that is already running began before the caller's commit, so the caller needs the one after it.
  next ??= (running?.done.catch(() => {}) ?? Promise.resolve()).then(sync);
  return next;
}

function sync(): Promise<void> {
  const covers = commits;
  const log = descriptor;
  next = undefined;
  if (log === undefined) return Promise.resolve();
  const done = new Promise<void>((resolve, reject) =>
    fdatasync(log, (error) => (error ? reject(error) : resolve())),
  ).then(
    () => {
      synced = covers;
    },
    (error) => {
      refusal = error;
      throw error;
    },
  );
  running = { covers, done };
  return done;
}

/**
 * The writes of the engine of replication, which concern its own tables and nothing that is cached.
 *
 * SQLite counts the commits of all programs in its index of the log, and the engine counts its own in a row of its table. While
 * both have grown by the same number, nobody else has written; whatever can't be explained like that counts as a write of others.
 */
import { closeSync, openSync, readSync } from "node:fs";
import { endianness } from "node:os";
import { connection } from "./connection";
import { ENGINE_TABLES } from "./replication-engine";

/** The bytes of the index's header, which is there twice, and the version of its format. */
const HEADER = 48;
const FORMAT = 3_007_000;
/** The places of the version and of the number of commits in the header. */
const VERSION_AT = 0;
const COMMITS_AT = 8;

/** The commits of all programs, and how many of them the engine has counted as its own. */
type Counts = { commits: number; ofEngine: number };

let descriptor: number | undefined;
let known: Counts | undefined;
const headers = Buffer.alloc(2 * HEADER);
const numberAt = (at: number) => (endianness() === "LE" ? headers.readUInt32LE(at) : headers.readUInt32BE(at));

/** Begins to count the commits of a database that is open, and that an engine follows. */
export function watchEngine(databaseFile: string): void {
  descriptor ??= openSync(`${databaseFile}-shm`, "r");
  forgetCounts();
}

/** Returns the descriptor of the index, which other threads of this process use as well; undefined when no engine is followed. */
export const engineIndex = (): number | undefined => descriptor;

/**
 * Begins to count the commits in another thread of the process. Only the thread that has opened the index closes it, because that
 * loses the process's locks of it.
 * @param index the descriptor of the thread that calls `watchEngine`; undefined when no engine is followed
 */
export function shareEngineIndex(index: number | undefined): void {
  descriptor = index;
  forgetCounts();
}

/** Ends the counting. All connections of the process must be closed, which would lose their locks of the index. */
export function stopWatchingEngine(): void {
  if (descriptor !== undefined) closeSync(descriptor);
  descriptor = undefined;
}

/** Forgets what was counted, when another database is open from now on. */
export function forgetCounts(): void {
  known = undefined;
}

/** Checks whether the commits are counted. */
export const watchesEngine = (): boolean => descriptor !== undefined;

/** Returns the number of commits of all programs; undefined when it isn't counted, or another program is just writing it. */
export function commitsSoFar(): number | undefined {
  if (descriptor === undefined || readSync(descriptor, headers, 0, 2 * HEADER, 0) < 2 * HEADER) return undefined;
  const agree = headers.subarray(0, HEADER).equals(headers.subarray(HEADER));
  return agree && numberAt(VERSION_AT) === FORMAT ? numberAt(COMMITS_AT) : undefined;
}

/** Returns the number that the engine has counted; undefined before it has made its tables. */
function ofEngine(): number | undefined {
  try {
    using counter = connection().prepare<{ seq: number }, []>(`SELECT seq FROM ${ENGINE_TABLES[0]} WHERE id = 1`);
    return counter.get()?.seq;
  } catch {
    return undefined;
  }
}

/** Returns both counts as they were at one moment; undefined when somebody has committed since the number was read. */
function countsAt(commits: number | undefined): Counts | undefined {
  const engine = ofEngine();
  return commits !== undefined && engine !== undefined && commits === commitsSoFar()
    ? { commits, ofEngine: engine }
    : undefined;
}

/**
 * Records that only this connection has written since the last record.
 * @param commits `commitsSoFar` before that was checked
 */
export function noteOwnCommits(commits: number | undefined): void {
  if (descriptor === undefined) return;
  if (known && commits !== undefined) known.commits = commits;
  else known = countsAt(commits);
}

/**
 * Checks whether nobody but the engine has written since the last record, and records the commits so far.
 * @param commits `commitsSoFar` before it was noticed that somebody has written
 */
export function hasOnlyEngineWritten(commits: number | undefined): boolean {
  if (descriptor === undefined) return false;
  const before = known;
  const counted = countsAt(commits);
  known = counted;
  return !!before && !!counted && counted.commits - before.commits === counted.ofEngine - before.ofEngine;
}

/**
 * Checkpoints: moves the write-ahead log into the database file without blocking requests. SQLite would do it during a
 * commit; here a worker thread does it over a connection of its own. Where changes continue without a pause, it moves the last few pages
 * with the write lock in the end, for which they wait in their queue, and the next commit starts at the beginning of the log. The server's thread
 * moves nothing: the sync of the file takes a tenth of a second. A checkpoint is made when the log is long, and as soon as
 * nobody writes for a moment: a copy of the file alone then holds everything.
 */
import type { Database } from "bun:sqlite";
import { readThread } from "./checkpoint-thread.macro" with { type: "macro" };
import { queueWrite, returnLock } from "./write-lock";

/** Pages of 4 KB in the log at which a checkpoint is due. */
const LONG_LOG = 8_000;
/** Pages in the log at which its end is moved too, for which changes have to wait: a pause between changes has mostly come before. */
const TOO_LONG_LOG = 4 * LONG_LOG;
/** Pages that the thread moves with the write lock, in some milliseconds and those of the sync. */
const FEW_PAGES = 1_000;
/** The number of times that the thread moves what was committed in the meantime. */
const MAX_ROUNDS = 5;
/** Commits between two checks of the length of the log. */
const COMMITS_BETWEEN_CHECKS = 16;
/** Milliseconds without a commit after which the log is moved; twice as many pass at most, so that a second is enough. */
const QUIET = 250;
/** Milliseconds until it is tried again when another program reads an older state. */
const RETRY = 1_000;
/** Milliseconds for which the thread stays without work; it starts in some ten. */
const IDLE = 30_000;
/** The limit of `checkpointsDone`, in milliseconds. */
const LONGEST_WAIT = 10_000;

const program = readThread();

type WatchedDatabase = { sqlite: Database; file: string };
let watched: WatchedDatabase | undefined;
let thread: Worker | undefined;
/** Ends the waiting for the thread. */
let answered: ((moved: boolean) => void) | undefined;
let working: Promise<void> | undefined;
let commits = 0;
let quiet: ReturnType<typeof setTimeout> | undefined;
let idle: ReturnType<typeof setTimeout> | undefined;
/** Pages in the log at which the next checkpoint is due. */
let due = LONG_LOG;

/** Pages in the log, and how many of them have been moved. */
type LogState = { busy: number; log: number; checkpointed: number };
const logState = (sqlite: Database) => sqlite.query("PRAGMA wal_checkpoint(NOOP)").get() as LogState;

/** Checks whether a checkpoint is due; false while an unfinished statement blocks the pragma. */
function isLong(sqlite: Database): boolean {
  try {
    return logState(sqlite).log >= due;
  } catch {
    return false;
  }
}

/** Starts making checkpoints of a database; `noteCommit` must be called after each commit. */
export function startCheckpoints(sqlite: Database, file: string): void {
  watched = { sqlite, file };
  due = LONG_LOG;
  sqlite.run("PRAGMA wal_autocheckpoint = 0");
}

/** Stops making checkpoints; await `checkpointsDone` before. */
export function stopCheckpoints(): void {
  watched = undefined;
  clearTimeout(quiet);
  quiet = undefined;
  endThread();
}

function endThread(): void {
  clearTimeout(idle);
  thread?.terminate();
  thread = undefined;
  answered?.(false);
}

/** Waits until no checkpoint is running, for ten seconds at most. */
export const checkpointsDone = async (): Promise<void> => Promise.race([working, Bun.sleep(LONGEST_WAIT)]);

/**
 * Counts a commit, and starts a checkpoint when one is due. Never throws.
 * @param lend leaves the write lock to another thread
 */
export function noteCommit(lend: () => void): void {
  quiet ??= awaitQuiet();
  if (++commits % COMMITS_BETWEEN_CHECKS === 0 && watched && isLong(watched.sqlite)) startMoving(watched, lend);
}

/** Works as `noteCommit`, for a commit of another thread, which may have made the log long. */
export function noteLargeCommit(lend: () => void): void {
  commits++;
  quiet ??= awaitQuiet();
  if (watched && isLong(watched.sqlite)) startMoving(watched, lend);
}

/** Moves the log once there was no commit for a moment, and again until nothing is left of it. */
function awaitQuiet(pause = QUIET): ReturnType<typeof setTimeout> {
  const before = commits;
  const timer = setTimeout(async () => {
    quiet = undefined;
    if (!watched) return;
    if (commits === before) {
      startMoving(watched);
      await working;
      if (!watched || quiet || isMoved(watched.sqlite)) return;
      quiet = awaitQuiet(RETRY);
    } else quiet = awaitQuiet();
  }, pause);
  timer.unref();
  return timer;
}

/** Returns true when nothing is left in the log that the file lacks. */
function isMoved(sqlite: Database): boolean {
  try {
    const { log, checkpointed } = logState(sqlite);
    return checkpointed >= log;
  } catch {
    return false;
  }
}

/** @param lend leaves the write lock for what is left at the end; without it, what is committed in the meantime stays in the log */
function startMoving(database: WatchedDatabase, lend?: () => void): void {
  if (working) return;
  working = move(database, lend)
    // A checkpoint may fail on a full disk; the log stays complete.
    .catch(() => {})
    .finally(() => {
      working = undefined;
    });
}

/** Returns the number of pages that are in the log alone. */
function pagesLeft(sqlite: Database): number {
  const { log, checkpointed } = logState(sqlite);
  return log - checkpointed;
}

/** Makes one checkpoint: in the thread, again when much was committed in the meantime, then with the write lock. */
async function move(database: WatchedDatabase, lend?: () => void): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  for (let round = 0; round < MAX_ROUNDS && left > FEW_PAGES; round++) {
    const moved = await moveInThread(database.file);
    if (watched !== database) return;
    // A thread that can't be started must not make the log grow without end.
    if (!moved) database.sqlite.run("PRAGMA wal_checkpoint(PASSIVE)");
    left = pagesLeft(database.sqlite);
  }
  const isTooLong = left > 0 && left <= FEW_PAGES && logState(database.sqlite).log >= TOO_LONG_LOG;
  if (lend && isTooLong) await moveWithLock(database.file, lend);
  if (watched !== database) return;
  const { log, checkpointed } = logState(database.sqlite);
  // While another program reads an older state, the log can't be restarted; wait until it has grown.
  due = LONG_LOG + (checkpointed < log ? log : 0);
}

/** Makes a checkpoint in the worker thread while nothing is committed, after the changes that wait already. */
async function moveWithLock(file: string, lend: () => void): Promise<void> {
  await queueWrite(lend);
  try {
    await moveInThread(file);
  } finally {
    returnLock();
  }
}

/** Makes a checkpoint in the worker thread; resolves to whether the thread could. */
function moveInThread(file: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  clearTimeout(idle);
  idle = setTimeout(endThread, IDLE);
  idle.unref();
  answered = resolve;
  thread ??= new Worker(URL.createObjectURL(new Blob([program], { type: "text/javascript" })), { ref: false });
  thread.onmessage = ({ data }) => resolve(data === "moved");
  thread.onerror = () => resolve(false);
  thread.postMessage(file);
  return promise;
}

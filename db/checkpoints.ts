/**
 * Moves what the log holds into the database file before the log gets long, without anybody waiting for the disk.
 *
 * SQLite itself would do it in the middle of a commit. Here a thread does it beside the writing, over a connection of its
 * own. What is committed meanwhile is little; once that is moved too, the next commit begins the log anew.
 */
import type { Database } from "bun:sqlite";
import { readThread } from "./checkpoint-thread.macro" with { type: "macro" };

/** Pages of 4 KB in the log from which on they are moved. */
const LONG = 8_000;
/** Pages from which on SQLite moves them itself, in case no thread does. */
const TOO_LONG = 8 * LONG;
/** Commits between two looks at the log. */
const PATIENCE = 16;
/** How long, in milliseconds, moving is waited for. */
const MOST = 10_000;

const program = readThread();

let watched: { sqlite: Database; file: string } | undefined;
let thread: Worker | undefined;
let working: Promise<void> | undefined;
let commits = 0;
let due = LONG;

/** Pages in the log, and how many of them are in the file already. */
type Log = { busy: number; log: number; checkpointed: number };
const look = (sqlite: Database) => sqlite.query("PRAGMA wal_checkpoint(NOOP)").get() as Log;

/** Whether the log has got long. While a statement is still being read it can't be told; there will be other commits. */
function isLong(sqlite: Database): boolean {
  try {
    return look(sqlite).log >= due;
  } catch {
    return false;
  }
}

/** Starts keeping the log of a database short; `noteCommit` must be called after each commit. */
export function keepLogShort(sqlite: Database, file: string): void {
  watched = { sqlite, file };
  due = LONG;
  sqlite.run(`PRAGMA wal_autocheckpoint = ${TOO_LONG}`);
}

/** Stops it. What is being moved at the moment should have been waited for (`checkpointsDone`). */
export function leaveLog(): void {
  watched = undefined;
  thread?.terminate();
  thread = undefined;
}

/** Waits until nothing is being moved any more, for some seconds at most. */
export const checkpointsDone = async (): Promise<void> => Promise.race([working, Bun.sleep(MOST)]);

/**
 * Looks now and then whether the log is long, and has it moved. Never throws: the commit is made.
 * @param settle commits what has begun, so that the main connection can move the rest
 */
export function noteCommit(settle: () => void): void {
  if (!watched || working || ++commits % PATIENCE !== 0 || !isLong(watched.sqlite)) return;
  working = move(watched, settle)
    // On a full disk it can't be; the log holds everything all the same.
    .catch(() => {})
    .finally(() => {
      working = undefined;
    });
}

async function move(database: { sqlite: Database; file: string }, settle: () => void): Promise<void> {
  await moveBeside(database.file);
  if (watched !== database) return;
  settle();
  database.sqlite.run("PRAGMA wal_checkpoint(PASSIVE)");
  const { log, checkpointed } = look(database.sqlite);
  // While another program reads what is older, the log can't begin anew: it is looked at again when it has grown.
  due = LONG + (checkpointed < log ? log : 0);
}

/** Has the thread move what is in the log. When it can't, SQLite does so by itself a little later. */
function moveBeside(file: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  thread ??= new Worker(URL.createObjectURL(new Blob([program], { type: "text/javascript" })), { ref: false });
  thread.onmessage = thread.onerror = () => resolve();
  thread.postMessage(file);
  return promise;
}

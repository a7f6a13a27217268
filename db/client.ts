/** Opens and closes the database. `db` is Drizzle, `statement` prepared SQL for the hot paths. */
import { Database } from "bun:sqlite";
import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Table } from "drizzle-orm";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import { clearCaches, resetCaches } from "./cache";
import { deleteWatches, installWatches } from "./changed-rows";
import { startCheckpoints, stopCheckpoints } from "./checkpoints";
import { closeConnection, connection, currentConnection, finalizeStatements, setConnection } from "./connection";
import { completeIndex } from "./deferred-indexing";
import { releaseLog, watchLog } from "./durability";
import { stopWatchingEngine } from "./engine-writes";
import { deleteFiles, openAsIs, requireAlone, UnusableDatabase, unusable } from "./files";
import { beginHistory, installHistory } from "./history";
import { compact, migrate, SCHEMA_VERSION, schemaVersion } from "./migrate";
import { type JournalParts, journalPartsOf, openScenario, openScenarioForReading, WHOLE_JOURNAL } from "./scenarios";
import * as schema from "./schema";
import { createScratchFile, deleteScratch } from "./scratch";
import { hasOwnIndex } from "./state-index";
import { createViewsOfToday, type Moment, openState } from "./states";
import { commit, shareCommits } from "./transaction";

export { statement } from "./connection";
export { UnusableDatabase } from "./files";
export * as tables from "./schema";

/** The name of a table in SQL. The index of the search is a table that Drizzle doesn't know. */
export type TableName =
  | {
      [Name in keyof typeof schema]: (typeof schema)[Name] extends Table ? (typeof schema)[Name]["_"]["name"] : never;
    }[keyof typeof schema]
  | "cards_search";

/** Drizzle on the open database; replaced by `openDatabase`. */
export let db: BunSQLiteDatabase<typeof schema>;

/**
 * Opens a database file, creates it and its folder if missing, and migrates it.
 * @param options.reset deletes the existing file first
 * @param options.onUpgrade called before a file of an earlier schema is upgraded, with the version of that
 * @param options.durableCommits syncs every commit, instead of sharing commits and syncs (`transaction.ts`, `durability.ts`)
 * @throws UnusableDatabase
 */
export function openDatabase(
  file: string,
  options: { reset?: boolean; durableCommits?: boolean; onUpgrade?: (version: number) => void } = {},
): void {
  closeDatabase();
  let sqlite: Database | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    if (options.reset && existsSync(file)) deleteDatabase(file);
    // Created here, so that only its owner may read the password hashes in it, as in its folder.
    if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
    sqlite = new Database(file, { readwrite: true, strict: true });
    sqlite.run("PRAGMA busy_timeout = 5000");
    const version = schemaVersion(sqlite);
    // An older program must not have the file open while it is migrated.
    if (version > 0 && version < SCHEMA_VERSION) {
      requireAlone(sqlite);
      options.onUpgrade?.(version);
    }
    const { journal_mode } = sqlite.query("PRAGMA journal_mode = WAL").get() as { journal_mode: string };
    if (journal_mode !== "wal") throw new UnusableDatabase("its file system can't keep a write-ahead log");
    sqlite.run(`PRAGMA synchronous = ${options.durableCommits ? "FULL" : "NORMAL"}`);
    sqlite.run(`PRAGMA cache_size = -${cacheFor(file)}`);
    sqlite.run("PRAGMA trusted_schema = OFF");
    if (migrate(sqlite) > 0) compact(sqlite);
    // The log would not have room for the rows that are rewritten.
    sqlite.run("PRAGMA temp_store = MEMORY");
    sqlite.run("PRAGMA foreign_keys = ON");
    // A first write creates the log, which `watchLog` opens.
    sqlite.run("BEGIN IMMEDIATE");
    sqlite.run(`PRAGMA user_version = ${schemaVersion(sqlite)}`);
    // The process may have ended while the index of a large change was still to be made.
    completeIndex(sqlite);
    beginHistory(sqlite);
    sqlite.run("COMMIT");
    shareCommits(!options.durableCommits);
    if (!options.durableCommits) {
      sqlite.run("PRAGMA busy_timeout = 0");
      watchLog(file, commit);
      startCheckpoints(sqlite, file);
    }
  } catch (error) {
    sqlite?.close();
    throw unusable(file, error);
  }
  installWatches(sqlite);
  installHistory(sqlite);
  createViewsOfToday(sqlite);
  exchangeConnection(sqlite);
}

/** Returns a sixteenth of a file in KiB, up to 256 MiB. */
const sixteenthOf = (file: string) => Math.min(statSync(file).size / 16_384, 262_144);

/**
 * Returns the size of SQLite's page cache in KiB: a sixteenth of the file, from 24 MiB (more than a hundred thousand
 * cards).
 */
const cacheFor = (file: string) => Math.round(Math.max(sixteenthOf(file), 24_576));

/** The most of SQLite's page cache of a thread that makes large changes, in KiB: room for the pages that the largest one writes. */
const LARGEST_WRITER_CACHE = 131_072;

/**
 * Works as `cacheFor`, for a thread that makes large changes: as much as the file, within a bound. Each page that finds no room
 * is written before the commit, and read again for the next row.
 */
const writerCacheFor = (file: string) =>
  Math.round(Math.max(cacheFor(file), Math.min(statSync(file).size / 1_024, LARGEST_WRITER_CACHE)));

/** Works as `cacheFor`, for a thread that reads: half as much, from 8 MiB. */
const readerCacheFor = (file: string) => Math.round(Math.max(sixteenthOf(file) / 2, 8_192));

/** Deletes a database. @throws UnusableDatabase when it is in use or another program's */
function deleteDatabase(file: string): void {
  const old = openAsIs(file);
  try {
    schemaVersion(old);
    requireAlone(old);
  } finally {
    old.close();
  }
  deleteFiles(file);
}

/** Opens a database that another thread of this process has open, to be only read from. */
export function openForReading(file: string): void {
  useConnection(new Database(file, { readonly: true, strict: true }), [
    "busy_timeout = 5000",
    `cache_size = -${readerCacheFor(file)}`,
  ]);
}

/**
 * Opens a database for writing that another thread of this process has open, while that thread lends the write
 * lock. That thread also makes checkpoints, and the changes durable.
 */
export function openForWriting(file: string): void {
  const pragmas = ["busy_timeout = 0", "synchronous = NORMAL", "foreign_keys = ON", "wal_autocheckpoint = 0"];
  const sqlite = new Database(file, { readwrite: true, strict: true });
  useConnection(sqlite, [...pragmas, `cache_size = -${writerCacheFor(file)}`]);
  installHistory(sqlite);
}

/** Uses a connection to a database that is open already. */
function useConnection(sqlite: Database, pragmas: readonly string[]): void {
  for (const pragma of [...pragmas, "temp_store = MEMORY", "trusted_schema = OFF"]) sqlite.run(`PRAGMA ${pragma}`);
  createViewsOfToday(sqlite);
  exchangeConnection(sqlite);
}

/** Makes a connection that is ready the one that everything uses. @param withPresent whether it reads the present next to a state */
function exchangeConnection(sqlite: Database, withPresent = false): void {
  setConnection(sqlite);
  db = drizzle(sqlite, { schema });
  resetCaches(withPresent);
}

/** A state: its file, its moment, and whether it is that of a scenario, to be read or to be changed. */
export type OtherState = { path: string; moment: Moment; scenario?: "read" | "changed" | undefined };

/** The state that is open, and the connection to the present, which stays open. */
let openedState: (OtherState & { present: Database; state: Database }) | undefined;

function openOther({ path, moment, scenario }: OtherState, present: string): Database {
  if (scenario === "changed") return openScenario(path, present);
  return scenario ? openScenarioForReading(path, present, moment) : openState(path, present, moment.event);
}

/**
 * Uses a state instead of the database from now on, on a connection that only reads unless it is a scenario that is changed;
 * without an argument the database again.
 */
export function useState(state?: OtherState): void {
  if (state?.path === openedState?.path && state?.scenario === openedState?.scenario) return;
  const present = openedState?.present ?? connection();
  finalizeStatements();
  openedState?.state.close();
  openedState = undefined;
  // A state that can't be opened leaves the present.
  exchangeConnection(present);
  if (!state) return;
  // One of the two is read at a time, so that the other needs no pages.
  present.run("PRAGMA shrink_memory");
  openedState = { ...state, present, state: openOther(state, present.filename) };
  exchangeConnection(openedState.state, true);
}

/** Opens another read-only connection to what is read, the present or a state; the caller closes it. */
export const openAnother = (): Database =>
  openedState
    ? openOther({ ...openedState, scenario: openedState.scenario && "read" }, openedState.present.filename)
    : new Database(connection().filename, { readonly: true, strict: true });

/** Checks whether a state is read, and not the present. */
export const readsState = (): boolean => openedState !== undefined;

/** Checks whether a scenario is read or changed. */
export const isInScenario = (): boolean => openedState?.scenario !== undefined;

/** Returns the moment that the scenario begins with which is open for changes; undefined without one. */
export const baseOfScenario = (): Moment | undefined =>
  openedState?.scenario === "changed" ? openedState.moment : undefined;

/** Returns the parts of the journal as it is read: that of a scenario has several. */
export const readJournalParts = (): JournalParts =>
  openedState?.scenario === "read" ? journalPartsOf(openedState.moment) : WHOLE_JOURNAL;

/** Checks whether what is read has an index of the search of its own: a state of the past may have none, or not yet. */
export const hasSearchIndex = (): boolean =>
  openedState === undefined || openedState.scenario !== undefined || hasOwnIndex();

/** Releases the memory of caches: pages of the file, and values read from it. */
export function releaseMemory(): void {
  clearCaches();
  currentConnection()?.run("PRAGMA shrink_memory");
}

/**
 * Runs synchronous work on a copy of the database, of its present state: whatever it changes is lost with the copy, and
 * nobody waits for it. The copy is a scratch file.
 * @param name of the scratch file
 */
export function onCopy<T>(name: string, work: () => T): T {
  commit();
  const original = connection();
  const path = createScratchFile(name);
  try {
    original.run("VACUUM INTO ?", [path]);
    finalizeStatements();
    const copy = new Database(path, { readwrite: true, create: false, strict: true });
    try {
      useConnection(copy, ["journal_mode = MEMORY", "synchronous = OFF", "foreign_keys = ON", "cache_size = -24576"]);
      const result = work();
      commit();
      return result;
    } finally {
      finalizeStatements();
      copy.close(true);
      exchangeConnection(original);
    }
  } finally {
    deleteScratch(name);
  }
}

/** Closes the connection of a thread that has not opened the database itself. */
export function letGoOfDatabase(): void {
  finalizeStatements();
  closeConnection(true);
}

/**
 * Moves the log into the file and closes it.
 * @returns false when that is impossible and the log must stay next to the file
 */
export function closeDatabase(): boolean {
  const sqlite = currentConnection();
  if (!sqlite) return true;
  commit();
  releaseLog();
  stopCheckpoints();
  deleteWatches();
  finalizeStatements();
  let complete = false;
  try {
    sqlite.run("PRAGMA optimize");
    const { busy } = sqlite.query("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
    complete = busy === 0;
  } catch {
    // Another process is using the file, or the disk is full. Nothing is lost.
  }
  closeConnection();
  stopWatchingEngine();
  return complete;
}

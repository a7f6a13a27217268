/** Opens and closes the database, and gives access to it: `db` is Drizzle, `statement` prepared SQL for the hot paths. */
import { Database } from "bun:sqlite";
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type BunSQLiteDatabase, drizzle } from "drizzle-orm/bun-sqlite";
import { resetCaches } from "./cache";
import { startCheckpoints, stopCheckpoints } from "./checkpoints";
import { closeConnection, currentConnection, finalizeStatements, setConnection } from "./connection";
import { releaseLog, watchLog } from "./durability";
import { COMPANIONS, openAsIs, requireAlone, UnusableDatabase, unusable } from "./files";
import { migrate, SCHEMA_VERSION, schemaVersion } from "./migrate";
import * as schema from "./schema";
import { commit, shareCommits } from "./transaction";

export { statement } from "./connection";
export { UnusableDatabase } from "./files";
export * as tables from "./schema";

/** Drizzle over the open database. `openDatabase` sets it anew, so it must not be kept. */
export let db: BunSQLiteDatabase<typeof schema>;

/**
 * Opens a database file, creates it and its folder when they are missing, and brings its schema up to date.
 * @param file path of the SQLite file
 * @param options.reset remove the present file first
 * @param options.durableCommits sync the disk with every commit, instead of sharing commits and syncs (`transaction.ts`,
 *   `durability.ts`)
 * @throws UnusableDatabase with one line that says what is wrong with the file or its folder
 */
export function openDatabase(file: string, options: { reset?: boolean; durableCommits?: boolean } = {}): void {
  closeDatabase();
  let sqlite: Database | undefined;
  try {
    mkdirSync(dirname(file), { recursive: true });
    if (options.reset && existsSync(file)) removeDatabase(file);
    // Created here rather than by SQLite, so that only its owner may read the password hashes in it.
    if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
    sqlite = new Database(file, { readwrite: true, strict: true });
    sqlite.run("PRAGMA busy_timeout = 5000");
    const version = schemaVersion(sqlite);
    // An older program that has the file open would go on with tables that it doesn't know.
    if (version > 0 && version < SCHEMA_VERSION) requireAlone(sqlite);
    const { journal_mode } = sqlite.query("PRAGMA journal_mode = WAL").get() as { journal_mode: string };
    if (journal_mode !== "wal") throw new UnusableDatabase("its file system can't keep a write-ahead log");
    sqlite.run(`PRAGMA synchronous = ${options.durableCommits ? "FULL" : "NORMAL"}`);
    sqlite.run(`PRAGMA cache_size = -${cacheFor(statSync(file).size)}`);
    sqlite.run("PRAGMA temp_store = MEMORY");
    sqlite.run("PRAGMA trusted_schema = OFF");
    migrate(sqlite);
    sqlite.run("PRAGMA foreign_keys = ON");
    // The log file that `watchLog` opens is only created by a first write.
    sqlite.run("BEGIN IMMEDIATE");
    sqlite.run(`PRAGMA user_version = ${schemaVersion(sqlite)}`);
    sqlite.run("COMMIT");
    shareCommits(!options.durableCommits);
    if (!options.durableCommits) {
      watchLog(file, commit);
      startCheckpoints(sqlite, file);
    }
  } catch (error) {
    sqlite?.close();
    throw unusable(file, error);
  }
  setConnection(sqlite);
  db = drizzle(sqlite, { schema });
  resetCaches();
}

/**
 * The size of SQLite's page cache in KiB: a sixteenth of the file, at least 32 MiB (enough for a hundred thousand cards)
 * and at most 256 MiB. The rows that a search finds are scattered over the file, and each page not cached is read again.
 */
const cacheFor = (bytes: number) => Math.round(Math.min(Math.max(bytes / 16_384, 32_768), 262_144));

/**
 * Removes a database.
 * @throws UnusableDatabase when it is in use or not one of Stoa's
 */
function removeDatabase(file: string): void {
  const old = openAsIs(file);
  try {
    schemaVersion(old);
    requireAlone(old);
  } finally {
    old.close();
  }
  for (const suffix of ["", ...COMPANIONS]) rmSync(file + suffix, { force: true });
}

/**
 * Moves the content of the log into the file and closes the file, which alone is then a complete backup.
 * @returns false when another process uses the file or the disk is full; the log must then stay beside it
 */
export function closeDatabase(): boolean {
  const sqlite = currentConnection();
  if (!sqlite) return true;
  commit();
  releaseLog();
  stopCheckpoints();
  finalizeStatements();
  let complete = false;
  try {
    sqlite.run("PRAGMA optimize");
    const { busy } = sqlite.query("PRAGMA wal_checkpoint(TRUNCATE)").get() as { busy: number };
    complete = busy === 0;
  } catch {
    // Another process is using the file, or the disk is full: the log stays beside it, and nothing is lost.
  }
  closeConnection();
  return complete;
}

/** Migrates database files to the current schema. */
import type { Database } from "bun:sqlite";
import { closeSync, openSync, readSync, statSync } from "node:fs";
import { openAsIs, reasonOf, UnusableDatabase } from "./files";
import { readMigrations } from "./migrations.macro" with { type: "macro" };
import { ENGINE_TABLES } from "./replication-engine";

/** "Stoa" in the file's header, to recognize databases of other programs. */
const APPLICATION_ID = 0x53_74_6f_61;

const migrations = readMigrations();

/** The current schema version: the number of migrations. */
export const SCHEMA_VERSION = migrations.length;

/** Returns the names of the migrations that a database of a version lacks. */
export const migrationsAfter = (version: number): string[] => migrations.slice(version).map(({ name }) => name);

const pragma = (sqlite: Database, name: string) =>
  Object.values(sqlite.query(`PRAGMA ${name}`).get() as Record<string, number>)[0] ?? 0;

/** Finds whether there is anything in a database but what the engine of replication makes in it. */
const CONTENT = `SELECT 1 FROM sqlite_master WHERE name NOT IN (${ENGINE_TABLES.map((name) => `'${name}'`).join(", ")}) LIMIT 1`;

/** Checks whether a database is empty. @throws UnusableDatabase when it is another program's */
export function isEmpty(sqlite: Database): boolean {
  if (sqlite.query(CONTENT).get() === null) return true;
  if (pragma(sqlite, "application_id") !== APPLICATION_ID)
    throw new UnusableDatabase("it is a database of another program");
  return false;
}

/** The bytes of a head of SQLite's, and the places of the two numbers in it (sqlite.org/fileformat2.html, section 1.3). */
const HEAD = { bytes: 100, user_version: 60, application_id: 68 };

/**
 * Returns the schema version of a file, whatever it is; 0 when there is none, or it is another program's. It stands in the head
 * of the file; only with a log next to it, which may have a newer head, the file is opened as a database.
 */
export function versionInFile(file: string): number {
  try {
    const hasLog = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
    return hasLog ? versionWithLog(file) : versionInHead(file);
  } catch {
    return 0;
  }
}

function versionInHead(file: string): number {
  const head = Buffer.alloc(HEAD.bytes);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, head);
  } finally {
    closeSync(descriptor);
  }
  return head.readUInt32BE(HEAD.application_id) === APPLICATION_ID ? head.readUInt32BE(HEAD.user_version) : 0;
}

function versionWithLog(file: string): number {
  const sqlite = openAsIs(file);
  try {
    return isEmpty(sqlite) ? 0 : pragma(sqlite, "user_version");
  } finally {
    sqlite.close();
  }
}

/** Returns the schema version that stands in a database, whoever's it is. */
export const schemaVersionOf = (sqlite: Database): number => pragma(sqlite, "user_version");

/**
 * Returns the schema version of a database; 0 for an empty one.
 * @throws UnusableDatabase when it is another program's or newer
 */
export function schemaVersion(sqlite: Database): number {
  if (isEmpty(sqlite)) return 0;
  const version = pragma(sqlite, "user_version");
  if (version > SCHEMA_VERSION)
    throw new UnusableDatabase(
      `its schema is version ${version}, newer than the ${SCHEMA_VERSION} this program knows; use a newer stoa, or restore the backup from before its upgrade (\`stoa upgrade --check\` says how)`,
    );
  return version;
}

/**
 * Returns the error of an upgrade that has failed: what stood in its way, and what to do. A new file, whose schema is 0, has no
 * former executable.
 */
function failedUpgrade(sqlite: Database, from: number, step: string, error: unknown): unknown {
  if (from === 0) return error;
  const reason = reasonOf(error, sqlite.filename);
  return new UnusableDatabase(
    `upgrading it from schema ${from} failed at ${step}: ${reason}; nothing was changed, and the executable of before opens it`,
    { cause: error },
  );
}

/**
 * Applies the missing migrations in one transaction.
 * @param upTo the version to stop at, for tests
 * @returns how many were applied
 * @throws UnusableDatabase when the database is another program's or newer, or can't be upgraded; it then is as it was
 */
export function migrate(sqlite: Database, upTo = SCHEMA_VERSION): number {
  const from = schemaVersion(sqlite);
  if (from >= upTo) return 0;
  let step = "its start";
  // Migrations may rebuild referenced tables; references are checked at the end.
  sqlite.run("PRAGMA foreign_keys = OFF");
  try {
    sqlite
      .transaction(() => {
        for (const { name, statements } of migrations.slice(from, upTo)) {
          step = name;
          for (const statement of statements) if (statement.trim()) sqlite.run(statement);
        }
        step = "its end";
        sqlite.run(`PRAGMA application_id = ${APPLICATION_ID}`);
        sqlite.run(`PRAGMA user_version = ${upTo}`);
        if (sqlite.query("PRAGMA foreign_key_check").get() !== null)
          throw new UnusableDatabase("it would have references to rows that do not exist (`stoa check` names them)");
      })
      .immediate();
  } catch (error) {
    throw failedUpgrade(sqlite, from, step, error);
  } finally {
    sqlite.run("PRAGMA foreign_keys = ON");
  }
  return upTo - from;
}

/** The part of a file that has to be empty before it is rewritten. */
const MUCH = 0.2;

/**
 * Returns the room that migrations have left empty to the disk, when it is much, by rewriting the file. Where that
 * fails, as on a disk without room for it, the file stays as it is, and what is written later uses its empty room.
 */
export function compact(sqlite: Database): void {
  if (pragma(sqlite, "freelist_count") < MUCH * pragma(sqlite, "page_count")) return;
  try {
    sqlite.run("VACUUM");
    sqlite.run("PRAGMA wal_checkpoint(TRUNCATE)");
  } catch {
    // The file is as good as before.
  }
}

/** Rehearses the upgrade of a database on a copy of it, and leaves the database as it is. */
import { Database } from "bun:sqlite";
import { constants, copyFileSync, existsSync, statSync } from "node:fs";
import { type Check, checkUnused } from "./check";
import { createPrivate, openAsIs, requireAlone, UnusableDatabase, unusable } from "./files";
import { compact, isEmpty, migrate, schemaVersionOf, versionInFile } from "./migrate";

const hasLog = (file: string): boolean => existsSync(`${file}-wal`);

/** Runs work on a connection that can't write, so that not even the log is moved into the file when it is closed. */
function withReader<T>(file: string, work: (sqlite: Database) => T): T {
  const sqlite = new Database(file, { readonly: true, strict: true });
  try {
    sqlite.run("PRAGMA busy_timeout = 5000");
    sqlite.run("PRAGMA trusted_schema = OFF");
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Returns the schema version of a file, also a newer one. @throws UnusableDatabase when it is no database of Stoa's */
export function versionOf(file: string): number {
  if (!existsSync(file)) throw new UnusableDatabase(`There is no database at ${file}.`);
  try {
    const version = hasLog(file)
      ? withReader(file, (sqlite) => (isEmpty(sqlite) ? 0 : schemaVersionOf(sqlite)))
      : versionInFile(file);
    if (version === 0) throw new UnusableDatabase("it is empty, or no database of Stoa's");
    return version;
  } catch (error) {
    throw unusable(file, error);
  }
}

function copyTo(copy: string, file: string): void {
  if (!hasLog(file)) {
    copyFileSync(file, copy, constants.COPYFILE_FICLONE);
    return;
  }
  createPrivate(copy);
  withReader(file, (sqlite) => sqlite.run("VACUUM INTO ?", [copy]));
}

/** The outcome of a rehearsal. */
export type UpgradeRehearsal = {
  /** Milliseconds that copying the database and upgrading the copy took. */
  copying: number;
  upgrading: number;
  /** The size of the upgraded database. */
  bytes: number;
  /** The problems that a check finds in it. */
  problems: string[];
};

/**
 * Copies a database and upgrades the copy as the start of the server would.
 * @param copy the path of the copy, which must not exist yet
 * @param checks rules for the content, as of `checkDatabase`
 * @throws UnusableDatabase when it can't be copied or upgraded
 */
export function rehearseUpgrade(file: string, copy: string, checks: readonly Check[]): UpgradeRehearsal {
  let sqlite: Database | undefined;
  try {
    const began = performance.now();
    copyTo(copy, file);
    const copied = performance.now();
    sqlite = openAsIs(copy);
    for (const pragma of ["journal_mode = WAL", "synchronous = NORMAL", "cache_size = -24576"])
      sqlite.run(`PRAGMA ${pragma}`);
    migrate(sqlite);
    compact(sqlite);
    const upgraded = performance.now();
    requireAlone(sqlite);
    const problems = checkUnused(sqlite, copy, checks).flatMap(({ check, problem }) =>
      problem === undefined ? [] : [`${check}: ${problem}`],
    );
    return { copying: copied - began, upgrading: upgraded - copied, bytes: statSync(copy).size, problems };
  } catch (error) {
    throw unusable(file, error);
  } finally {
    sqlite?.close();
  }
}

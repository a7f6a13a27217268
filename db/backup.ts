/** Backup and restore. */
import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { type Check, checkUnused } from "./check";
import {
  COMPANIONS,
  createPrivate,
  deleteFiles,
  openAsIs,
  requireAlone,
  syncFile,
  syncFolder,
  UnusableDatabase,
  unusable,
} from "./files";
import { isEmpty, schemaVersion } from "./migrate";
import { ENGINE_TABLES } from "./replication-engine";

/** Returns a temporary name next to a file, until its content is complete. */
const unfinished = (file: string) => `${file}.unfinished-${crypto.randomUUID().slice(0, 8)}`;

/**
 * Writes a consistent copy of a database, also while it is in use; durable when this returns.
 * @param to a new file, which appears only when it is complete
 * @returns its size in bytes
 * @throws UnusableDatabase when either file can't be used, or the new one exists
 */
export function backUp(file: string, to: string): number {
  const exists = new UnusableDatabase(`${to} exists already; a backup never replaces a file.`);
  if (existsSync(to)) throw exists;
  const source = openAsIs(file);
  const copy = unfinished(to);
  try {
    requireContent(source, file);
    copyInto(source, copy, file, to);
    if (existsSync(to)) throw exists;
    renameSync(copy, to);
    syncFolder(dirname(to));
    return statSync(to).size;
  } finally {
    deleteFiles(copy);
    source.close();
  }
}

type Connection = ReturnType<typeof openAsIs>;

function requireContent(source: Connection, file: string): void {
  try {
    if (isEmpty(source)) throw new UnusableDatabase("it is empty");
  } catch (error) {
    throw unusable(file, error);
  }
}

function copyInto(source: Connection, copy: string, file: string, to: string): void {
  try {
    createPrivate(copy);
    source.run("VACUUM INTO ?", [copy]);
    deleteEngineTables(copy);
    syncFile(copy);
  } catch (error) {
    // Damage concerns the source, all other errors the target.
    const code = (error as { code?: string }).code ?? "";
    throw unusable(code.startsWith("SQLITE_CORRUPT") ? file : to, error);
  }
}

/** Deletes the tables that the engine of replication has made in a database, which nobody else uses. */
function deleteEngineTables(file: string): void {
  const sqlite = openAsIs(file);
  try {
    for (const table of ENGINE_TABLES) sqlite.run(`DROP TABLE IF EXISTS ${table}`);
  } finally {
    sqlite.close();
  }
}

/** The result of a restore: the name under which the old database is stored, and the size of the new one. */
export type RestoreResult = { oldDatabase: string | undefined; bytes: number };

/**
 * Replaces the database by a backup, atomically, once the backup is copied, checked and durable. The old database
 * is renamed and stays.
 * @param options.replace allows replacing an existing database
 * @param options.at an instant, for the name of the old database
 * @param options.shownAs the name of the backup in messages, when it was unpacked into a file of another name
 * @param options.checks rules for the content, as of `checkDatabase`
 * @throws UnusableDatabase when a check of the backup finds a problem, with a line for each, or the database is in
 * use
 */
export function restore(
  from: string,
  file: string,
  options: { replace: boolean; at: string; checks: readonly Check[]; shownAs?: string },
): RestoreResult {
  const exists = existsSync(file);
  // Renaming would replace a symbolic link instead of its target.
  const place = exists ? realpathSync(file) : file;
  requireWholeFile(from);
  if (exists && realpathSync(from) === place) throw new UnusableDatabase(`${from} is the database itself.`);
  if (exists && !statSync(place).isFile()) throw unusable(file, new UnusableDatabase("it is not a file"));
  if (exists && !options.replace)
    throw new UnusableDatabase(`${file} exists; --force replaces it and keeps it under another name.`);
  const copy = unfinished(place);
  try {
    copyWhole(from, copy, file);
    requireSound(copy, options.shownAs ?? from, options.checks);
    deleteEngineTables(copy);
    syncFile(copy);
    const oldDatabase = exists ? preserveOld(place, options.at) : undefined;
    renameSync(copy, place);
    syncFolder(dirname(place));
    return { oldDatabase, bytes: statSync(place).size };
  } finally {
    deleteFiles(copy);
  }
}

/** Refuses a missing file, and one with a log next to it, without which it is incomplete. */
function requireWholeFile(file: string): void {
  if (!existsSync(file)) throw new UnusableDatabase(`There is no file ${file}.`);
  if (!statSync(file).isFile()) throw unusable(file, new UnusableDatabase("it is not a file"));
  if (statSync(file).size === 0) throw unusable(file, new UnusableDatabase("it is empty"));
  if (COMPANIONS.some((suffix) => existsSync(file + suffix)))
    throw unusable(
      file,
      new UnusableDatabase("it is in use or was not closed; make a backup of it with `stoa backup`"),
    );
}

function copyWhole(from: string, copy: string, file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    createPrivate(copy);
    // A copy-on-write clone where the file system supports it.
    copyFileSync(from, copy, constants.COPYFILE_FICLONE);
    chmodSync(copy, 0o600);
  } catch (error) {
    throw unusable(file, error);
  }
}

/** Refuses a copy in which a check finds a problem; leaves it without a log. */
function requireSound(copy: string, from: string, checks: readonly Check[]): void {
  const sqlite = openAsIs(copy);
  try {
    if (schemaVersion(sqlite) === 0) throw new UnusableDatabase("it is empty");
    requireAlone(sqlite);
    const problems = checkUnused(sqlite, copy, checks).flatMap(({ check, problem }) =>
      problem === undefined ? [] : [`${check}: ${problem}`],
    );
    if (problems.length > 0) throw new UnusableDatabase(["it is not sound:", ...problems].join("\n"));
  } catch (error) {
    throw unusable(from, error);
  } finally {
    sqlite.close();
  }
}

/**
 * Links the database to another name, and renames its log, which SQLite would otherwise apply to the new file.
 * @throws UnusableDatabase when the database is in use, or another program's
 */
function preserveOld(place: string, at: string): string {
  moveLogInto(place);
  const oldDatabase = `${place}.before-restore-${at.replaceAll(/[-:.]/g, "")}`;
  if (existsSync(oldDatabase)) throw new UnusableDatabase(`${oldDatabase} exists already; try again.`);
  linkOrCopy(place, oldDatabase);
  for (const suffix of COMPANIONS)
    if (existsSync(place + suffix)) {
      linkOrCopy(place + suffix, oldDatabase + suffix);
      rmSync(place + suffix);
    }
  syncFolder(dirname(place));
  return oldDatabase;
}

/** Moves the log of a database into its file; a damaged database is left as it is. */
function moveLogInto(place: string): void {
  const old = openAsIs(place);
  try {
    isEmpty(old);
    requireAlone(old);
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (code !== "SQLITE_NOTADB" && !code.startsWith("SQLITE_CORRUPT")) throw unusable(place, error);
  } finally {
    old.close();
  }
}

/** Creates a hard link, or a copy where the file system has no hard links. */
function linkOrCopy(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name, constants.COPYFILE_EXCL);
    syncFile(name);
  }
}

/** Database files: opening them unchanged, detecting whether they are in use, and syncing. */
import { Database } from "bun:sqlite";
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statSync } from "node:fs";

/** The file can't be used for the reason in the message. */
export class UnusableDatabase extends Error {}

/** The suffixes of SQLite's files next to a database: log, index of the log, rollback journal. */
export const COMPANIONS = ["-wal", "-shm", "-journal"] as const;

/** Deletes a file of SQLite's and those that belong to it, as far as they are there. */
export function deleteFiles(file: string): void {
  for (const suffix of ["", ...COMPANIONS]) rmSync(file + suffix, { force: true });
}

/** Returns the reason for an error of the file system or of SQLite, as text for the operator. */
export function reasonOf(error: unknown, file: string): string {
  if (error instanceof UnusableDatabase) return error.message;
  const code = (error as { code?: string }).code ?? "";
  if (code === "SQLITE_NOTADB") return "it is not a database";
  if (code.startsWith("SQLITE_CORRUPT")) return "it is damaged; run `stoa check`, and restore a backup if need be";
  if (code === "SQLITE_FULL" || code === "ENOSPC") return "the disk is full";
  if (code === "EDQUOT" || code === "EFBIG") return "the disk takes no more of this account's files";
  if (code.startsWith("SQLITE_BUSY") || code === "SQLITE_LOCKED") return "another program has locked it";
  if (code.startsWith("SQLITE_READONLY") || code === "EACCES" || code === "EROFS" || code === "EPERM")
    return "its folder or the file is read-only";
  if (code === "EISDIR" || (existsSync(file) && statSync(file).isDirectory())) return "it is a folder";
  if (code === "ENOTDIR" || code === "EEXIST") return "what should be its folder is a file";
  if (code === "ENOENT") return "there is no such file or folder";
  if (code.startsWith("SQLITE_CANTOPEN")) return "it or its folder can't be read and written";
  if (code.startsWith("SQLITE_IOERR")) return "the disk refused to read or write";
  return (error as Error).message.replace(/\.$/, "").replaceAll(/\s*\n\s*/g, " ");
}

/** Returns the error for a file that can't be used, in one line. */
export const unusable = (file: string, error: unknown) =>
  new UnusableDatabase(`${file} can't be used: ${reasonOf(error, file)}.`, { cause: error });

/** Creates an empty file that only its owner may read, because databases contain password hashes. */
export const createPrivate = (file: string): void => closeSync(openSync(file, "wx", 0o600));

/** Opens an existing database without migrating it. @throws UnusableDatabase */
export function openAsIs(file: string): Database {
  if (!existsSync(file)) throw new UnusableDatabase(`There is no database at ${file}.`);
  try {
    if (statSync(file).isDirectory()) throw new UnusableDatabase("it is a folder");
    const sqlite = new Database(file, { readwrite: true, create: false, strict: true });
    sqlite.run("PRAGMA busy_timeout = 5000");
    sqlite.run("PRAGMA trusted_schema = OFF");
    return sqlite;
  } catch (error) {
    throw unusable(file, error);
  }
}

/**
 * Requires that no other connection is open, and moves the log into the file, by leaving WAL mode, which SQLite allows only
 * to the sole connection.
 * @throws UnusableDatabase when another connection is open
 */
export function requireAlone(sqlite: Database): void {
  const inUse = new UnusableDatabase("a program is using it; stop it first");
  sqlite.run("PRAGMA busy_timeout = 500");
  try {
    const { journal_mode } = sqlite.query("PRAGMA journal_mode = DELETE").get() as { journal_mode: string };
    if (journal_mode !== "delete") throw inUse;
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith("SQLITE_BUSY")) throw inUse;
    throw error;
  }
  sqlite.run("PRAGMA busy_timeout = 5000");
}

function sync(path: string, flags: "r" | "r+"): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Syncs the content of a file to the disk. */
export const syncFile = (file: string): void => sync(file, "r+");

/** Syncs the entries of a folder to the disk. */
export function syncFolder(folder: string): void {
  try {
    sync(folder, "r");
  } catch {
    // Windows can't open folders; its file system journals their entries.
  }
}

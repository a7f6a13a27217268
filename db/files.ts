/** Database files as files: opening one as it is, knowing whether it is in use, and getting names and bytes onto the disk. */
import { Database } from "bun:sqlite";
import { closeSync, existsSync, fsyncSync, openSync, statSync } from "node:fs";

/** The file can't be used, for the reason in the message. */
export class UnusableDatabase extends Error {}

/** What SQLite keeps beside a database file: a log and its index, or the journal of an unfinished change. */
export const COMPANIONS = ["-wal", "-shm", "-journal"] as const;

/** What an error of the disk or of SQLite means for whoever runs the program. */
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

/** An error about a file in one line. */
export const unusable = (file: string, error: unknown) =>
  new UnusableDatabase(`${file} can't be used: ${reasonOf(error, file)}.`, { cause: error });

/**
 * Opens a database that is there, as it is: nothing is made and nothing upgraded.
 * @throws UnusableDatabase when there is none
 */
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
 * Makes sure that nobody else has the database open, and moves its log into it. Leaving the log's mode is what SQLite
 * allows to the only connection; the next start of the server enters it again.
 * @throws UnusableDatabase when another connection is open, whether it does anything or not
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

/** Puts the bytes of a file onto the disk. */
export function syncFile(file: string): void {
  const descriptor = openSync(file, "r+");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Puts the names of a folder's files onto the disk. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Windows can't open a folder; its file system keeps names in its own journal.
  }
}

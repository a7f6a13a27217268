/**
 * Scratch files: SQLite files next to the database whose loss costs nothing but time. Only their owner may read them, because
 * they hold what the database holds.
 */
import { Database, type SQLQueryBindings } from "bun:sqlite";
import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { statement } from "./connection";
import { createPrivate, deleteFiles } from "./files";

/** An open scratch file. */
export type Scratch = {
  run(text: string, ...parameters: SQLQueryBindings[]): void;
  all<Row>(text: string, ...parameters: SQLQueryBindings[]): Row[];
  /** Runs synchronous work in one transaction. */
  transaction<T>(work: () => T): T;
  close(): void;
};

function databaseFile(): string {
  const { file } = statement<{ file: string }>("PRAGMA database_list").get() as { file: string };
  return file;
}

/** Returns the path of a scratch file of this process: another process on the database may have one of the same name. */
const scratchPath = (name: string): string => `${databaseFile()}.${name}.scratch-${process.pid}`;

/** Deletes a scratch file, if there is one. */
export function deleteScratch(name: string): void {
  const path = scratchPath(name);
  deleteFiles(path);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Lists the scratch files next to a database, each with the number of its process. */
function scratchFilesOf(file: string): { path: string; pid: number }[] {
  return readdirSync(dirname(file)).flatMap((name) => {
    const pid = name.startsWith(`${basename(file)}.`) && /\.scratch-(\d+)(?:-\w+)?$/.exec(name)?.[1];
    return pid ? [{ path: join(dirname(file), name), pid: Number(pid) }] : [];
  });
}

/**
 * Deletes the scratch files of processes that have ended without deleting them.
 * @param isStart true while this process has made none: those with its number are of one that had it before, as in a container
 */
export function deleteAbandonedScratch(isStart = false): void {
  for (const { path, pid } of scratchFilesOf(databaseFile()))
    if (pid === process.pid ? isStart : !isAlive(pid)) rmSync(path, { force: true });
}

/** The rights of all but the owner of a file. */
const OF_OTHERS = 0o077;

/**
 * Finds the scratch files next to a database, which a running server may delete at any time.
 * @returns of each its name, its bytes, whether its process has ended without deleting it, and whether others may do more with it
 *   than with the database
 */
export function findScratchOf(file: string): { name: string; bytes: number; isAbandoned: boolean; isOpen: boolean }[] {
  const ofDatabase = statSync(file).mode;
  return scratchFilesOf(file).flatMap(({ path, pid }) => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return [];
    const isOpen = process.platform !== "win32" && (found.mode & OF_OTHERS & ~ofDatabase) !== 0;
    return [{ name: basename(path), bytes: found.size, isAbandoned: !isAlive(pid), isOpen }];
  });
}

/** Creates an empty file that only its owner may read, in place of an earlier one. @returns its path */
export function createScratchFile(name: string): string {
  deleteScratch(name);
  const path = scratchPath(name);
  createPrivate(path);
  return path;
}

function open(path: string): Scratch {
  const sqlite = new Database(path, { readwrite: true, create: false, strict: true });
  // Nothing in it needs to survive a crash.
  for (const pragma of ["journal_mode = OFF", "synchronous = OFF", "cache_size = -8192", "trusted_schema = OFF"])
    sqlite.run(`PRAGMA ${pragma}`);
  return {
    run: (text, ...parameters) => void sqlite.query(text).run(...parameters),
    all: <Row>(text: string, ...parameters: SQLQueryBindings[]) => sqlite.query(text).all(...parameters) as Row[],
    transaction: (work) => sqlite.transaction(work)(),
    close: () => sqlite.close(),
  };
}

/** Creates a scratch file, in place of an earlier one of the name; the caller closes it. */
export const createScratch = (name: string): Scratch => open(createScratchFile(name));

/** Opens a scratch file; the caller closes it. @throws Error when there is none */
export function openScratch(name: string): Scratch {
  const path = scratchPath(name);
  if (!existsSync(path)) throw new Error(`There is no scratch file ${name}.`);
  return open(path);
}

/**
 * Scratch files: SQLite files next to the database whose loss costs nothing but time. Only their owner may read them, because
 * they hold what the database holds.
 */
import { Database, type SQLQueryBindings } from "bun:sqlite";
import { existsSync, rmSync } from "node:fs";
import { statement } from "./connection";
import { COMPANIONS, createPrivate } from "./files";

/** An open scratch file. */
export type Scratch = {
  run(text: string, ...parameters: SQLQueryBindings[]): void;
  all<Row>(text: string, ...parameters: SQLQueryBindings[]): Row[];
  /** Runs synchronous work in one transaction. */
  transaction<T>(work: () => T): T;
  close(): void;
};

/** Returns the path of a scratch file. */
export function scratchPath(name: string): string {
  const { file } = statement<{ file: string }>("PRAGMA database_list").get() as { file: string };
  return `${file}.${name}`;
}

/** Deletes a scratch file, if there is one. */
export function deleteScratch(name: string): void {
  const path = scratchPath(name);
  for (const suffix of ["", ...COMPANIONS]) rmSync(path + suffix, { force: true });
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

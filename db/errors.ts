/** Classification of SQLite's errors. */
import { SQLiteError } from "bun:sqlite";

/** Returns the SQLite code of an error or of its cause; empty for other errors. */
function codeOf(error: unknown): string {
  const cause = (error as { cause?: unknown }).cause ?? error;
  return cause instanceof SQLiteError ? (cause.code ?? "") : "";
}

/** Checks whether the disk is full or failed, so that nothing was changed. */
export function isDiskFull(error: unknown): boolean {
  const code = codeOf(error);
  return code === "SQLITE_FULL" || code.startsWith("SQLITE_IOERR");
}

/** The write lock is held by another thread of this process or by another program; nothing was changed. */
export class LockTaken extends Error {
  constructor(readonly by: "thread" | "program") {
    super(`another ${by} has the write lock`);
  }
}

/** Checks whether another thread or program has locked the database, so that nothing was changed. */
export const isBusy = (error: unknown): boolean =>
  error instanceof LockTaken || codeOf(error).startsWith("SQLITE_BUSY");

const constraints: Record<string, "unique" | "reference" | "other"> = {
  SQLITE_CONSTRAINT_UNIQUE: "unique",
  SQLITE_CONSTRAINT_PRIMARYKEY: "unique",
  SQLITE_CONSTRAINT_FOREIGNKEY: "reference",
};

/** Returns the kind of constraint of a table that stood against a change; undefined for any other error. */
export function violatedConstraint(error: unknown): "unique" | "reference" | "other" | undefined {
  const code = codeOf(error);
  return code.startsWith("SQLITE_CONSTRAINT") ? (constraints[code] ?? "other") : undefined;
}

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

/** A change is on this disk, and for the `reason` not in the second place. */
export class NotReplicated extends Error {
  /** @param result what the change would have been answered with */
  constructor(
    readonly reason: string,
    readonly result?: unknown,
  ) {
    super(`a change is not in the second place: ${reason}`);
  }
}

/** No change may begin, because for the `reason` an earlier one is not in the second place; nothing was changed. */
export class ReplicationBehind extends Error {
  constructor(readonly reason: string) {
    super(`no change may begin: ${reason}`);
  }
}

/** Checks whether another thread or program has locked the database, so that nothing was changed. */
export const isBusy = (error: unknown): boolean =>
  error instanceof LockTaken || codeOf(error).startsWith("SQLITE_BUSY");

const constraints: Record<string, "unique" | "reference" | "other"> = {
  SQLITE_CONSTRAINT_UNIQUE: "unique",
  SQLITE_CONSTRAINT_PRIMARYKEY: "unique",
  SQLITE_CONSTRAINT_FOREIGNKEY: "reference",
  // The triggers that refuse a change look for the parent of a card.
  SQLITE_CONSTRAINT_TRIGGER: "reference",
};

/** Returns the kind of constraint of a table that stood against a change; undefined for any other error. */
export function violatedConstraint(error: unknown): "unique" | "reference" | "other" | undefined {
  const code = codeOf(error);
  return code.startsWith("SQLITE_CONSTRAINT") ? (constraints[code] ?? "other") : undefined;
}

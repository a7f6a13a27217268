/** Classification of SQLite's errors. */
import { SQLiteError } from "bun:sqlite";

/** The SQLite code of an error or of its cause; empty for other errors. */
function codeOf(error: unknown): string {
  const cause = (error as { cause?: unknown }).cause ?? error;
  return cause instanceof SQLiteError ? (cause.code ?? "") : "";
}

/** Whether the disk is full or failed, so that nothing was changed. */
export function isDiskFull(error: unknown): boolean {
  const code = codeOf(error);
  return code === "SQLITE_FULL" || code.startsWith("SQLITE_IOERR");
}

/** Whether another program has locked the database, so that nothing was changed. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith("SQLITE_BUSY");

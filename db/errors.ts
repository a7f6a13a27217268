/** What errors of SQLite mean. */
import { SQLiteError } from "bun:sqlite";

/** SQLite's code of an error, or of its cause when Drizzle has wrapped it; empty for any other error. */
function codeOf(error: unknown): string {
  const cause = (error as { cause?: unknown }).cause ?? error;
  return cause instanceof SQLiteError ? (cause.code ?? "") : "";
}

/** Whether an error says that the disk is full or refused a write, so that nothing was changed. */
export function isDiskFull(error: unknown): boolean {
  const code = codeOf(error);
  return code === "SQLITE_FULL" || code.startsWith("SQLITE_IOERR");
}

/** Whether an error says that another program has locked the database, so that nothing was changed. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith("SQLITE_BUSY");

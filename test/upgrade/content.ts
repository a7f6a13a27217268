/** The content of a database before and after an upgrade. */
import { Database } from "bun:sqlite";
import { tablesOf } from "./fill";

/** The rows of each table of a file. */
export type Content = Map<string, Record<string, unknown>[]>;

/** Returns the rows of each table of a file. */
export function contentOf(file: string): Content {
  const sqlite = new Database(file, { readonly: true, strict: true });
  try {
    return new Map(
      tablesOf(sqlite).map((table) => [
        table,
        sqlite.query(`SELECT * FROM "${table}"`).all() as Record<string, unknown>[],
      ]),
    );
  } finally {
    sqlite.close();
  }
}

/** The columns of `runs` that hold what the columns of `jobs` held. */
const RUN_COLUMNS: Record<string, string> = {
  name: "kind",
  next_run: "due_at",
  last_started: "started_at",
  last_finished: "ended_at",
  last_error: "error",
};

/** Returns the rows of `jobs` as they stand in `runs`, without the leases of a program that has ended. */
const asRuns = (jobs: readonly Record<string, unknown>[]) =>
  jobs.map((job) => Object.fromEntries(Object.entries(RUN_COLUMNS).map(([old, column]) => [column, job[old]])));

/** Returns rows that were there before and aren't any more, in the columns that both schemas have. */
export function lost(before: Content, after: Content): string[] {
  const moved = [...before].map(([table, rows]) => {
    if (table === "jobs") return ["runs", asRuns(rows)] as const;
    return [table === "feed_tokens" ? "access_tokens" : table, rows] as const;
  });
  return moved.flatMap(([table, rows]) => {
    const remaining = after.get(table) ?? [];
    const columns = Object.keys(rows[0] ?? {}).filter((column) => column in (remaining[0] ?? {}));
    const text = (row: Record<string, unknown>) => JSON.stringify(columns.map((column) => row[column]));
    const found = new Set(remaining.map(text));
    return rows.filter((row) => !found.has(text(row))).map((row) => `${table}: ${text(row)}`);
  });
}

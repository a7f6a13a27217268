/**
 * Read connections, for scans of whole tables, which would fill the cache of the main connection with pages that no other
 * request needs. A read connection has almost no cache.
 */
import type { SQLQueryBindings } from "bun:sqlite";
import { openAnother } from "./client";

/** A read-only connection. It sees committed data. */
export type ReadConnection = {
  /**
   * The rows of a query, as arrays. Parameters are numbered, each with a plus before it (`+?1`; see `statement`).
   * @param text SQL with every value as a parameter; never put input into it
   */
  rows<Row>(text: string, ...parameters: SQLQueryBindings[]): Row[];
  /**
   * Returns SQL for a table whose rows are numbered (`rowid`). A state shows what it doesn't hold as a view of the present, whose rows have no
   * numbers: of those it is the table of the present.
   */
  numbered(table: string): string;
  /** Runs synchronous work in one transaction, so that everything it reads is consistent. */
  transaction<T>(work: () => T): T;
  close(): void;
};

/** Opens a read connection to the open database; the caller closes it. */
export function openReadConnection(): ReadConnection {
  const sqlite = openAnother();
  sqlite.run("PRAGMA cache_size = -1024");
  sqlite.run("PRAGMA trusted_schema = OFF");
  const isView = sqlite.query<unknown, [string]>("SELECT 1 FROM temp.sqlite_schema WHERE type = 'view' AND name = ?");
  return {
    rows: <Row>(text: string, ...parameters: SQLQueryBindings[]) => sqlite.query(text).values(...parameters) as Row[],
    numbered: (table) => (isView.get(table) ? `present.${table}` : table),
    transaction: <T>(work: () => T) => sqlite.transaction(work)(),
    close: () => sqlite.close(),
  };
}

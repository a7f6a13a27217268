/**
 * Connections that only read. Going through whole tables over the main connection would fill its cache with pages that
 * nobody asks for again, in place of those that every request needs; a read connection keeps next to nothing in memory.
 */
import { Database, type SQLQueryBindings } from "bun:sqlite";
import { statement } from "./connection";

/** A connection that only reads. It sees what is committed. */
export type ReadConnection = {
  /**
   * The rows of a query, as arrays. Parameters are numbered (`?1`), with a sign before each as in `statement`.
   * @param text SQL with every value as a parameter; never put input into it
   */
  rows<Row>(text: string, ...parameters: SQLQueryBindings[]): Row[];
  /** Runs the work so that everything it reads is of one moment. There must be no `await` in it. */
  atOnce<T>(work: () => T): T;
  /** Closes the connection. */
  close(): void;
};

/** Opens a read connection to the open database; the caller closes it. */
export function openReadConnection(): ReadConnection {
  const { file } = statement<{ file: string }>("PRAGMA database_list").get() as { file: string };
  const sqlite = new Database(file, { readonly: true, strict: true });
  sqlite.run("PRAGMA cache_size = -1024");
  sqlite.run("PRAGMA trusted_schema = OFF");
  return {
    rows: <Row>(text: string, ...parameters: SQLQueryBindings[]) => sqlite.query(text).values(...parameters) as Row[],
    atOnce: <T>(work: () => T) => sqlite.transaction(work)(),
    close: () => sqlite.close(),
  };
}

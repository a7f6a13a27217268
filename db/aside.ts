/**
 * Reading beside the one connection. Whoever goes through whole tables would fill its cache with pages that nobody asks for
 * again, and push out those that every request needs; so they get a connection of their own, which keeps next to nothing.
 */
import { Database, type SQLQueryBindings } from "bun:sqlite";
import { statement } from "./client";

/** A connection that only reads. It sees what is committed. */
export type Aside = {
  /**
   * The rows that a statement gives, as arrays. Parameters are numbered (`?1`), with a sign before each as in `statement`.
   * @param text SQL with every value as a parameter; never put input into it
   */
  rows<Row>(text: string, ...parameters: SQLQueryBindings[]): Row[];
  /** Runs the work so that all it reads is of one moment. There must be no `await` in it. */
  atOnce<T>(work: () => T): T;
  close(): void;
};

/** Opens the database once more; whoever does closes it again. */
export function openAside(): Aside {
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

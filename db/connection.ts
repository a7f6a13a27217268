/**
 * The open connection and the statements prepared on it.
 *
 * There is one connection and every access is synchronous, so a transaction can't be interleaved with another request's.
 * Only the files of `db/` import this; everything else uses `client.ts`, `transaction.ts` and `cache.ts`.
 */
import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";

/** Distinct SQL texts kept prepared; the filters of a list combine into many. */
const MOST_STATEMENTS = 500;

let sqlite: Database | undefined;
const statements = new Map<string, Statement>();

/** Makes an open connection the one that everything uses. */
export function setConnection(opened: Database): void {
  sqlite = opened;
}

/** The open connection; undefined when there is none. */
export const currentConnection = (): Database | undefined => sqlite;

/**
 * The open connection.
 * @throws when the database is not open
 */
export function connection(): Database {
  if (!sqlite) throw new Error("The database is not open.");
  return sqlite;
}

/** Closes the open connection. */
export function closeConnection(): void {
  sqlite?.close();
  sqlite = undefined;
}

/** Finalizes all prepared statements, which must be done before the connection is closed. */
export function finalizeStatements(): void {
  for (const prepared of statements.values()) prepared.finalize();
  statements.clear();
}

/**
 * The SQL text with a sign before each parameter. SQLite looks at the values of bare parameters when it plans a join or
 * an order, and then plans again for each new value, which takes longer than most statements run. It doesn't look into
 * expressions.
 */
const withHiddenValues = (text: string) => text.replace(/'(?:[^']|'')*'|\?/g, (part) => (part === "?" ? "+?" : part));

/**
 * A prepared statement, kept for as long as the database is open. Parameters are positional (`?`).
 * @param text SQL with every value as a parameter; never put input into it
 */
export function statement<Row, Parameters extends SQLQueryBindings[] = SQLQueryBindings[]>(
  text: string,
): Statement<Row, Parameters> {
  let prepared = statements.get(text);
  if (!prepared) {
    if (statements.size >= MOST_STATEMENTS) {
      const [oldest] = statements.entries().next().value as [string, Statement];
      statements.get(oldest)?.finalize();
      statements.delete(oldest);
    }
    prepared = connection().prepare(withHiddenValues(text));
    statements.set(text, prepared);
  }
  return prepared as Statement<Row, Parameters>;
}

/** Transactions and savepoints around the running work. */
let depth = 0;

/** How many transactions and savepoints are around the running work. */
export const transactionDepth = (): number => depth;

/** Whether a transaction is running. */
export const inTransaction = (): boolean => depth > 0;

/** Runs the work as one level of transactions and savepoints. */
export function nested<T>(work: () => T): T {
  depth++;
  try {
    return work();
  } finally {
    depth--;
  }
}

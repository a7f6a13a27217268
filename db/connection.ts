/**
 * The open connection and its prepared statements. There is one connection with synchronous access, so transactions of
 * different requests can't interleave. Only files of `db/` import this.
 */
import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";

/** The number of SQL texts that stay prepared. */
const MAX_STATEMENTS = 500;

let sqlite: Database | undefined;
const statements = new Map<string, Statement>();

/** Sets the connection that everything uses. */
export function setConnection(opened: Database): void {
  sqlite = opened;
}

/** Returns the open connection; undefined when there is none. */
export const currentConnection = (): Database | undefined => sqlite;

/** Returns the open connection. @throws Error when there is none */
export function connection(): Database {
  if (!sqlite) throw new Error("The database is not open.");
  return sqlite;
}

/**
 * Closes the open connection.
 * @param atOnce or throw; else statements that are still open may keep the file open until memory is collected
 */
export function closeConnection(atOnce = false): void {
  sqlite?.close(atOnce);
  sqlite = undefined;
}

/** Finalizes all prepared statements, as is necessary before closing the connection. */
export function finalizeStatements(): void {
  for (const prepared of statements.values()) prepared.finalize();
  statements.clear();
}

/**
 * Returns the SQL with a plus before each parameter: SQLite plans a statement again for each new value of a bare parameter,
 * which takes longer than most statements run, but not for values within expressions.
 */
const withHiddenValues = (text: string) =>
  text.replace(/'(?:[^']|'')*'|\?/g, (token) => (token === "?" ? "+?" : token));

let interrupt: (() => void) | undefined;

/**
 * Sets what is called before each statement and may throw, to cancel the work of this thread; nothing without an
 * argument.
 */
export function interruptWith(check?: () => void): void {
  interrupt = check;
}

/**
 * Returns a prepared statement, which is cached while the database is open. Every value must be a positional parameter
 * (`?`) of the SQL.
 */
export function statement<Row, Parameters extends SQLQueryBindings[] = SQLQueryBindings[]>(
  text: string,
): Statement<Row, Parameters> {
  interrupt?.();
  let prepared = statements.get(text);
  if (!prepared) {
    if (statements.size >= MAX_STATEMENTS) {
      const [oldest] = statements.entries().next().value as [string, Statement];
      statements.get(oldest)?.finalize();
      statements.delete(oldest);
    }
    prepared = connection().prepare(withHiddenValues(text));
    statements.set(text, prepared);
  }
  return prepared as Statement<Row, Parameters>;
}

/** The nesting of transactions and savepoints. */
let depth = 0;

/** Returns the number of transactions and savepoints around the running work. */
export const transactionDepth = (): number => depth;

/** Checks whether a transaction is running. */
export const inTransaction = (): boolean => depth > 0;

/** Runs the work as one level of nesting. */
export function nested<T>(work: () => T): T {
  depth++;
  try {
    return work();
  } finally {
    depth--;
  }
}

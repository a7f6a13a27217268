/** Reads and changes database files directly, for tests of the command line. */
import { Database } from "bun:sqlite";
import { checkDatabase, type Finding } from "../../db/check";
import { areas } from "../../src/areas";
import { checksOf } from "../../src/core/area";

/** Runs the work on a database file of its own connection, outside the application. */
export function behindItsBack<T>(file: string, work: (sqlite: Database) => T): T {
  const sqlite = new Database(file, { readwrite: true, create: true });
  try {
    // A server may be writing.
    sqlite.run("PRAGMA busy_timeout = 10000");
    return work(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Returns the findings of `stoa check` in a database file. */
export const findingsOf = (file: string): Finding[] => checkDatabase(file, checksOf(areas));

/** Returns the first column of a query on a database file. */
export const valuesIn = (file: string, sql: string): unknown[] =>
  behindItsBack(file, (sqlite) =>
    sqlite
      .query(sql)
      .values()
      .map(([value]) => value),
  );

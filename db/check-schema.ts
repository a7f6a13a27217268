/** Compares the schema of a database with that of a fresh one of the same version. */
import { Database } from "bun:sqlite";
import { migrate } from "./migrate";
import { ENGINE_TABLES } from "./replication-engine";

/** A table, index, trigger or view. */
type Entry = { type: string; name: string; tbl_name: string; sql: string };

/** The tables that SQLite and the engine of replication make by themselves. */
const OTHERS = ["sqlite_stat1", "sqlite_stat4", ...ENGINE_TABLES].map((name) => `'${name}'`).join(", ");

/** Selects what the schema consists of, without the tables of others and the indexes that follow from a table. */
const ENTRIES = `SELECT type, name, tbl_name, sql FROM sqlite_master
  WHERE sql IS NOT NULL AND NOT (type = 'table' AND name IN (${OTHERS})) ORDER BY type DESC, name`;

type Schema = { entries: Map<string, Entry>; columnsOf: (table: string) => string[] };

const read = (sqlite: Database): Schema => ({
  entries: new Map(
    sqlite
      .query<Entry, []>(ENTRIES)
      .all()
      .map((entry) => [`${entry.type} ${entry.name}`, entry]),
  ),
  columnsOf: (table) =>
    sqlite
      .query<{ name: string }, [string]>("SELECT name FROM pragma_table_xinfo(?)")
      .all(table)
      .map(({ name }) => name),
});

const nameOf = ({ type, name, tbl_name }: Entry) =>
  type === "index" || type === "trigger" ? `the ${type} ${name} on ${tbl_name}` : `the ${type} ${name}`;

/** Returns the differences of a table, index, trigger or view from the fresh one of its name. */
function differencesOf(own: Entry, fresh: Entry, ownSchema: Schema, freshSchema: Schema): string[] {
  if (own.sql === fresh.sql && own.tbl_name === fresh.tbl_name) return [];
  const ownColumns = ownSchema.columnsOf(own.name);
  const freshColumns = freshSchema.columnsOf(own.name);
  const columns = [
    ...freshColumns.filter((column) => !ownColumns.includes(column)).map((column) => `lacks the column ${column}`),
    ...ownColumns.filter((column) => !freshColumns.includes(column)).map((column) => `has a foreign column ${column}`),
  ];
  return (columns.length > 0 ? columns : ["is not as Stoa makes it"]).map((problem) => `${nameOf(own)} ${problem}`);
}

/**
 * Returns the differences of the tables, columns, indexes, triggers and views of a database from those that the migrations
 * make.
 * @param version the schema version to compare with
 * @returns a sentence for each difference
 */
export function schemaDifferences(sqlite: Database, version: number): string[] {
  const fresh = new Database(":memory:", { strict: true });
  try {
    migrate(fresh, version);
    const own = read(sqlite);
    const expected = read(fresh);
    const missing = [...expected.entries].filter(([key]) => !own.entries.has(key));
    return [
      ...missing.map(([, entry]) => `${nameOf(entry)} is missing`),
      ...[...own.entries].flatMap(([key, entry]) => {
        const counterpart = expected.entries.get(key);
        return counterpart
          ? differencesOf(entry, counterpart, own, expected)
          : [`${nameOf(entry)} is none of Stoa's: ${entry.sql}`];
      }),
    ];
  } finally {
    fresh.close();
  }
}

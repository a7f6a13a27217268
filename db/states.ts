/**
 * States: the landscape as it was at a moment, as a database of its own. It is a scratch file, made of the present by taking
 * back what `history.ts` has written down, and thrown away at will.
 *
 * The idea: a state holds the followed tables alone, with their indexes and the search. Everything else, such as people,
 * rights, settings and the journal, is read in the present file, by a view for each table: so rights are those of today, and every
 * handler runs over a state as it is. The journal ends with the moment.
 *
 * The pitfalls:
 * - Rights are those of today: they are read from the views `todays_…`.
 * - Rows are copied as SQLite copies them for VACUUM, page by page, as long as both tables have the same indexes and the
 *   new one is empty and without triggers.
 */
import { Database, type SQLQueryBindings } from "bun:sqlite";
import { connection, statement } from "./connection";
import { columnsOf, FOLLOWED, type FollowedColumn, holdsBytes, keyOf } from "./history";
import { createScratchFile, deleteScratch } from "./scratch";
import { firstValue, hasRow } from "./values";

/** A moment: the number of its entry in the history, its instant, and the last entry of the journal. */
export type Moment = { seq: number; at: string; event: number };

/** Tables whose rows follow from the followed ones; triggers keep them. */
const DERIVED = ["card_counts", "unindexed_cards", "cards_search"];
/** The statements that make what triggers keep up to date in the present: the counts of the cards, the index of the search. */
const DERIVATIONS = [
  `INSERT INTO card_counts (type, status, approval_status, count)
     SELECT type, status, approval_status, count(*) FROM cards GROUP BY 1, 2, 3`,
  "INSERT INTO cards_search(cards_search) VALUES ('rebuild')",
];
/** Rows up to which changing them in their indexes is less work than making the indexes anew. */
const FEW = 2_000;
/** Those in which the search keeps its index, which it makes itself. */
const OF_SEARCH = /^cards_search_/;
/** Tables that are neither copied nor read: SQLite's own, and the history. */
const LEFT_OUT = /^sqlite_|^former_rows$/;

/** A row of the table in which a database describes itself. */
export type SchemaRow = { type: string; name: string; tbl_name: string; sql: string | null };

/** Returns what a database consists of, in the order of its creation. @param schema its name on the connection */
export const schemaOf = (sqlite: Database, schema: string): SchemaRow[] =>
  sqlite.query<SchemaRow, []>(`SELECT type, name, tbl_name, sql FROM ${schema}.sqlite_schema ORDER BY rowid`).all();

/** Checks whether a state holds a table, and doesn't read it in the present. */
export const isCopied = (table: string): boolean =>
  (FOLLOWED as readonly string[]).includes(table) || DERIVED.includes(table);

/** Returns the first moment that has a number or a higher one. */
const momentFrom = (seq: number): Moment | null =>
  statement<Moment, [number]>(
    "SELECT seq, at, event FROM former_rows WHERE seq >= ? AND at IS NOT NULL ORDER BY seq LIMIT 1",
  ).get(seq);

/**
 * Finds the last moment of which something is true that is true of all before it. Entries are numbered in the order of time, so
 * that halving finds it without an index.
 */
function lastMoment(isEarly: (moment: Moment) => boolean): Moment | undefined {
  let found = momentFrom(0);
  if (!found || !isEarly(found)) return undefined;
  let last = firstValue<number>("SELECT max(seq) FROM former_rows") ?? 0;
  while (found.seq < last) {
    const middle: number = Math.ceil((found.seq + last) / 2);
    const candidate = momentFrom(middle);
    if (candidate && isEarly(candidate)) found = candidate;
    else last = middle - 1;
  }
  return found;
}

/**
 * Finds the last moment at an instant or before; undefined when the history begins later.
 * @param at ISO 8601 with milliseconds and Z
 */
export const findMoment = (at: string): Moment | undefined => lastMoment((moment) => moment.at <= at);

/**
 * Finds the first moment after an entry of the journal, or without one the last; undefined when there is no such entry, or the
 * history begins after it.
 */
export function findMomentOfEntry(entry: number): Moment | undefined {
  if (!hasRow("SELECT 1 FROM events WHERE seq = ?", entry)) return undefined;
  const before = lastMoment(({ event }) => event < entry);
  return before && (momentFrom(before.seq + 1) ?? before);
}

/** Returns the instant of the first moment of the history. */
export const firstMoment = (): string =>
  firstValue<string>("SELECT at FROM former_rows WHERE at IS NOT NULL ORDER BY seq LIMIT 1") ?? "";

/** Returns the last moment. @param schema the database whose it is */
export function lastMomentIn(schema: "main" | "present"): Moment {
  const last = connection()
    .query<Moment, []>(
      `SELECT seq, at, event FROM ${schema}.former_rows WHERE at IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    )
    .get();
  if (!last) throw new Error("The history is empty.");
  return last;
}

/**
 * Makes the state of a moment of the open database as a scratch file.
 * @param name of the scratch file
 * @returns its path
 */
export function makeStateFile(moment: Moment, name = `state-${moment.seq}`): string {
  const path = createScratchFile(name);
  try {
    makeState(path, connection().filename, moment);
    return path;
  } catch (error) {
    deleteScratch(name);
    throw error;
  }
}

/** Makes a state in an empty file. @param present the path of the database */
function makeState(path: string, present: string, moment: Moment): void {
  const sqlite = new Database(path, { readwrite: true, create: false, strict: true });
  try {
    // Nothing in it needs to survive a crash.
    for (const pragma of ["journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF", "cache_size = -24576"])
      sqlite.run(`PRAGMA ${pragma}`);
    sqlite.run("ATTACH ? AS present", [present]);
    sqlite.run("BEGIN");
    copyTables(sqlite, formerRowsSince(sqlite, moment));
    sqlite.run("COMMIT");
  } finally {
    sqlite.close(true);
  }
}

/** Copies the tables as they were at a moment, and makes what follows from them. */
function copyTables(sqlite: Database, former: ReadonlyMap<string, ReadonlyMap<string, Former>>): void {
  const schema = schemaOf(sqlite, "present");
  const create = (type: string, table: string) => {
    for (const row of schema) if (row.type === type && row.tbl_name === table && row.sql) sqlite.run(row.sql);
  };
  for (const table of FOLLOWED) {
    create("table", table);
    const rows = former.get(table) ?? new Map<string, Former>();
    const columns = columnsOf(sqlite, table);
    const isCopiedWhole = rows.size < FEW && !hasGeneratedColumns(sqlite, table);
    if (isCopiedWhole) create("index", table);
    copyRows(sqlite, table, isCopiedWhole ? undefined : columns);
    if (rows.size > 0) takeBackRows(sqlite, table, columns, rows);
    if (!isCopiedWhole) create("index", table);
  }
  for (const table of DERIVED) for (const type of ["table", "index"]) create(type, table);
  for (const sql of DERIVATIONS) sqlite.run(sql);
  copyStatistics(sqlite);
}

const hasGeneratedColumns = (sqlite: Database, table: string): boolean =>
  sqlite.query("SELECT 1 FROM pragma_table_xinfo(?, 'main') WHERE hidden > 1").get(table) !== null;

/** Copies the rows of a table, without columns page by page. */
function copyRows(sqlite: Database, table: string, columns?: readonly FollowedColumn[]): void {
  const names = columns && listed(columns.map(({ name }) => name));
  sqlite.run(`INSERT INTO main.${table} ${names ? `(${names})` : ""} SELECT ${names ?? "*"} FROM present.${table}`);
}

/** Copies what the planner of queries knows of the tables. */
function copyStatistics(sqlite: Database): void {
  if (!sqlite.query("SELECT 1 FROM present.sqlite_schema WHERE name = 'sqlite_stat1'").get()) return;
  sqlite.run("ANALYZE main.sqlite_schema");
  sqlite.run("INSERT INTO main.sqlite_stat1 SELECT * FROM present.sqlite_stat1");
}

/** The former values of a row: none of one that wasn't there, all of one that is gone today, else those that differ. */
type Former = { isGone: boolean; isWhole: boolean; values: Record<string, unknown> };

/** Returns for each table and key what the row held at the moment. */
function formerRowsSince(sqlite: Database, { seq }: Moment): Map<string, Map<string, Former>> {
  const tables = new Map<string, Map<string, Former>>();
  const entries = sqlite
    .query<{ table_name: string; key: string; change: string; former: string | null }, [number]>(
      `SELECT table_name, key, change, former FROM present.former_rows WHERE seq > ? AND at IS NULL ORDER BY seq DESC`,
    )
    .iterate(seq);
  for (const { table_name, key, change, former } of entries) {
    let rows = tables.get(table_name);
    if (!rows) tables.set(table_name, (rows = new Map()));
    if (change === "created") {
      rows.set(key, { isGone: true, isWhole: false, values: {} });
      continue;
    }
    const values = JSON.parse(former ?? "{}");
    const later = rows.get(key);
    if (change === "deleted") rows.set(key, { isGone: false, isWhole: true, values });
    else if (later) Object.assign(later.values, values);
    else rows.set(key, { isGone: false, isWhole: false, values });
  }
  return tables;
}

/**
 * Takes back the changes of a table: first goes what wasn't there, so that nothing is in the way of the rest; a row whose former
 * values are still taken by another waits with those that were deleted.
 */
function takeBackRows(
  sqlite: Database,
  table: string,
  columns: readonly FollowedColumn[],
  rows: ReadonlyMap<string, Former>,
): void {
  const write = writerOf(sqlite, table, columns);
  for (const [key, { isGone, isWhole }] of rows) if (isGone || isWhole) write.remove(key);
  const waiting: Record<string, unknown>[] = [];
  for (const [key, { isGone, isWhole, values }] of rows) {
    if (isGone) continue;
    if (isWhole) waiting.push(values);
    else if (!write.update(key, values)) waiting.push({ ...write.takeOut(key), ...values });
  }
  for (const values of waiting) write.insert(values);
}

const listed = (names: readonly string[]) => names.map((name) => `"${name}"`).join(", ");

/** Returns the changes of a table's rows by their keys. */
function writerOf(sqlite: Database, table: string, columns: readonly FollowedColumn[]) {
  const key = keyOf(columns);
  const names = new Set(columns.map(({ name }) => name));
  const bytes = new Set(columns.filter(holdsBytes).map(({ name }) => name));
  const where = key.map((name) => `"${name}" = ?`).join(" AND ");
  const valuesOfKey = (text: string): SQLQueryBindings[] => (key.length === 1 ? [text] : JSON.parse(text));
  const bound = (name: string, value: unknown): SQLQueryBindings =>
    bytes.has(name) && typeof value === "string" ? Buffer.from(value, "hex") : (value as SQLQueryBindings);
  const remove = sqlite.query(`DELETE FROM main.${table} WHERE ${where}`);
  const read = sqlite.query<Record<string, unknown>, SQLQueryBindings[]>(
    `SELECT ${columns.map(({ name }) => (bytes.has(name) ? `hex("${name}") AS "${name}"` : `"${name}"`)).join(", ")}
     FROM main.${table} WHERE ${where}`,
  );
  /** Returns the names of values that are columns today. */
  const present = (values: Record<string, unknown>) => Object.keys(values).filter((name) => names.has(name));
  return {
    remove: (text: string) => void remove.run(...valuesOfKey(text)),
    /** @returns false when another row has a value that must be this one's alone */
    update(text: string, values: Record<string, unknown>): boolean {
      const changed = present(values);
      if (changed.length === 0) return true;
      try {
        sqlite
          .query(`UPDATE main.${table} SET ${changed.map((name) => `"${name}" = ?`).join(", ")} WHERE ${where}`)
          .run(...changed.map((name) => bound(name, values[name])), ...valuesOfKey(text));
        return true;
      } catch (error) {
        if ((error as { code?: string }).code?.startsWith("SQLITE_CONSTRAINT")) return false;
        throw error;
      }
    },
    takeOut(text: string): Record<string, unknown> {
      const row = read.get(...valuesOfKey(text)) ?? {};
      remove.run(...valuesOfKey(text));
      return row;
    },
    insert(values: Record<string, unknown>): void {
      const given = present(values);
      sqlite
        .query(`INSERT INTO main.${table} (${listed(given)}) VALUES (${given.map(() => "?").join(", ")})`)
        .run(...given.map((name) => bound(name, values[name])));
    },
  };
}

/** The followed tables from which rights follow: who has a part in a card, and which fields are costs. */
const OF_RIGHTS = ["stakeholders", "card_types", "relation_types"];

/**
 * Creates the views `todays_…`, which every connection has: who may see what is decided by today's rows, whatever is read.
 * @param schema the database of the present
 */
export function createViewsOfToday(sqlite: Database, schema = "main"): void {
  for (const table of OF_RIGHTS) sqlite.run(`CREATE TEMP VIEW todays_${table} AS SELECT * FROM ${schema}.${table}`);
}

/**
 * Creates a view of each table of the present that a state doesn't hold.
 * @param isHeld checks whether it holds a table
 * @param event the last entry of the journal that is shown
 */
export function createViewsOfPresent(sqlite: Database, isHeld: (table: string) => boolean, event: number): void {
  for (const { type, name } of schemaOf(sqlite, "present")) {
    if (type !== "table" || isHeld(name) || OF_SEARCH.test(name) || LEFT_OUT.test(name)) continue;
    const until = name === "events" ? ` WHERE seq <= ${event}` : "";
    sqlite.run(`CREATE TEMP VIEW "${name}" AS SELECT * FROM present."${name}"${until}`);
  }
  createViewsOfToday(sqlite, "present");
}

/**
 * Opens a state for reading, with views of everything that it doesn't hold.
 * @param present the path of the database
 * @param event the last entry of the journal that is shown
 */
export function openState(path: string, present: string, event: number, isHeld = isCopied): Database {
  const sqlite = new Database(path, { readonly: true, strict: true });
  // A later change of the place of temporary things would delete the views.
  for (const pragma of ["temp_store = MEMORY", "cache_size = -8192", "trusted_schema = OFF", "busy_timeout = 5000"])
    sqlite.run(`PRAGMA ${pragma}`);
  sqlite.run("ATTACH ? AS present", [present]);
  createViewsOfPresent(sqlite, isHeld, event);
  return sqlite;
}

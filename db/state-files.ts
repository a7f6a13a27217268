/**
 * The files of states. A state is made of the present, or of a later state that is there already, by taking back what
 * `history.ts` has written down since its moment.
 *
 * The pitfalls:
 * - Rows are copied as SQLite copies them for VACUUM, page by page, as long as the new table is empty and has no trigger. Of a table
 *   with generated columns it does so when there is no index yet, not even that of the key.
 * - Indexes are made once the rows are as they were: filling them one row after the other takes three times as long.
 */
import { Database, type SQLQueryBindings } from "bun:sqlite";
import { constants, copyFileSync } from "node:fs";
import { connection } from "./connection";
import { columnsOf, FOLLOWED, type FollowedColumn, holdsBytes, keyOf } from "./history";
import { createScratchFile, deleteScratch } from "./scratch";
import { DERIVED, type Moment, schemaOf } from "./states";

/** The statement that makes what triggers keep up to date in the present: the counts of the cards. */
const COUNTS = `INSERT INTO card_counts (type, status, approval_status, count)
  SELECT type, status, approval_status, count(*) FROM cards GROUP BY 1, 2, 3`;
/** Rows up to which changing them in their indexes is less work than making the indexes anew. */
const FEW = 2_000;
/** Entries of the history between two reports of the progress. */
const STRETCH = 10_000;
/** The part of the work that reading the history is at most, and the entries with which it is that. */
const READING = { share: 0.4, entries: 1_000_000 };

/** A later state that is there already, and stays while another one is made of it. */
export type LaterState = { path: string; moment: Moment };

/** The way in which a state is made. */
export type StateMaking = {
  /** The name of the scratch file. */
  name?: string;
  /** The state that it is made of; the present without one. */
  later?: LaterState | undefined;
  /** Is called with the part of the work that is done, from 0 to 1. */
  onProgress?: ((share: number) => void) | undefined;
};

/**
 * Makes the state of a moment of the open database as a scratch file.
 * @returns its path
 */
export function makeStateFile(moment: Moment, making: StateMaking = {}): string {
  const { name = `state-${moment.seq}`, later } = making;
  const path = createScratchFile(name);
  try {
    if (later) copyFileSync(later.path, path, constants.COPYFILE_FICLONE);
    makeState(path, connection().filename, moment, making);
    return path;
  } catch (error) {
    deleteScratch(name);
    throw error;
  }
}

/** Makes a state in a file that is empty, or holds a later state. @param present the path of the database */
function makeState(path: string, present: string, moment: Moment, { later, onProgress = () => {} }: StateMaking): void {
  const sqlite = new Database(path, { readwrite: true, create: false, strict: true });
  try {
    // Nothing in it needs to survive a crash.
    for (const pragma of ["journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF", "cache_size = -32768"])
      sqlite.run(`PRAGMA ${pragma}`);
    sqlite.run("ATTACH ? AS present", [present]);
    sqlite.run("BEGIN");
    const { former, share } = readHistory(sqlite, moment, later?.moment, onProgress);
    const onTable = (done: number) => onProgress(share + (1 - share) * (done / FOLLOWED.length));
    if (later) changeTables(sqlite, former, onTable);
    else copyTables(sqlite, former, onTable);
    sqlite.run("COMMIT");
  } finally {
    sqlite.close(true);
  }
}

/** Returns a function that finds the statements by which the present was made: those of a table, or of its indexes. */
const statementsFor = (sqlite: Database) => {
  const schema = schemaOf(sqlite, "present");
  return (type: "index" | "table", table: string): { name: string; sql: string }[] =>
    schema.flatMap(({ type: of, tbl_name, name, sql }) =>
      of === type && tbl_name === table && sql ? [{ name, sql }] : [],
    );
};

/** Copies the tables of the present as they were at a moment, and makes what follows from them. */
function copyTables(sqlite: Database, former: FormerRows, onTable: (done: number) => void): void {
  const statements = statementsFor(sqlite);
  const create = (type: "index" | "table", table: string) => {
    for (const { sql } of statements(type, table)) sqlite.run(sql);
  };
  for (const [done, table] of FOLLOWED.entries()) {
    create("table", table);
    copyRows(sqlite, table);
    const rows = former.get(table);
    if (rows) takeBackRows(sqlite, table, rows);
    create("index", table);
    onTable(done + 1);
  }
  for (const table of DERIVED) for (const type of ["table", "index"] as const) create(type, table);
  sqlite.run(COUNTS);
  copyStatistics(sqlite);
}

/** Copies the rows of a table of the present. */
function copyRows(sqlite: Database, table: string): void {
  const columns = columnsOf(sqlite, table);
  const isWhole = hasNumbers(columns) || !hasGeneratedColumns(sqlite, table);
  const names = listed(columns.map(({ name }) => name));
  sqlite.run(
    `INSERT INTO main.${table} ${isWhole ? "" : `(${names})`} SELECT ${isWhole ? "*" : names} FROM present.${table}`,
  );
}

const hasGeneratedColumns = (sqlite: Database, table: string): boolean =>
  sqlite.query("SELECT 1 FROM pragma_table_xinfo(?, 'main') WHERE hidden > 1").get(table) !== null;

/** Checks whether the rows of a table are numbered: their key is the number by which SQLite stores them. */
function hasNumbers(columns: readonly FollowedColumn[]): boolean {
  const [key, ...others] = columns.filter(({ pk }) => pk > 0);
  return key?.type.toLowerCase() === "integer" && others.length === 0;
}

/** Changes the tables of a later state to what they were at a moment. */
function changeTables(sqlite: Database, former: FormerRows, onTable: (done: number) => void): void {
  const statements = statementsFor(sqlite);
  for (const [done, table] of FOLLOWED.entries()) {
    const rows = former.get(table);
    if (!rows) continue;
    const indexes = rows.size < FEW ? [] : statements("index", table).filter(({ sql }) => concerns(sql, rows));
    for (const { name } of indexes) sqlite.run(`DROP INDEX main."${name}"`);
    takeBackRows(sqlite, table, rows);
    for (const { sql } of indexes) sqlite.run(sql);
    onTable(done + 1);
  }
  sqlite.run("DELETE FROM main.card_counts");
  sqlite.run(COUNTS);
}

/** Checks whether an index has other entries once rows are as they were: it names one of the columns that differ. */
function concerns(index: string, rows: ReadonlyMap<string, Former>): boolean {
  const changed = new Set<string>();
  for (const { isGone, isWhole, values } of rows.values()) {
    if (isGone || isWhole) return true;
    for (const name in values) changed.add(name);
  }
  return [...changed].some((name) => new RegExp(`\\b${name}\\b`).test(index));
}

/** Copies what the planner of queries knows of the tables. */
function copyStatistics(sqlite: Database): void {
  if (!sqlite.query("SELECT 1 FROM present.sqlite_schema WHERE name = 'sqlite_stat1'").get()) return;
  sqlite.run("ANALYZE main.sqlite_schema");
  sqlite.run("INSERT INTO main.sqlite_stat1 SELECT * FROM present.sqlite_stat1");
}

/** The former values of a row: none of one that wasn't there, all of one that is gone today, else those that differ. */
type Former = { isGone: boolean; isWhole: boolean; values: Record<string, unknown> };
/** Maps table → key → what the row held at the moment. */
type FormerRows = ReadonlyMap<string, ReadonlyMap<string, Former>>;

/**
 * Reads what rows held at a moment, the oldest entries first: the first one that names a value decides it.
 * @param until the last moment whose entries count; all without one
 * @returns the part of all work that this was as well
 */
function readHistory(
  sqlite: Database,
  { seq }: Moment,
  until: Moment | undefined,
  onProgress: (share: number) => void,
): { former: FormerRows; share: number } {
  const end =
    until?.seq ??
    sqlite.query<{ last: number }, []>("SELECT max(seq) AS last FROM present.former_rows").get()?.last ??
    seq;
  const share = READING.share * Math.min(1, (end - seq) / READING.entries);
  const tables = new Map<string, Map<string, Former>>();
  const entries = sqlite
    .query<{ seq: number; table_name: string; key: string; change: string; former: string | null }, [number, number]>(
      `SELECT seq, table_name, key, change, former FROM present.former_rows
       WHERE seq > ? AND seq <= ? AND at IS NULL ORDER BY seq`,
    )
    .iterate(seq, end);
  let reported = seq;
  for (const { seq: at, table_name, key, change, former } of entries) {
    let rows = tables.get(table_name);
    if (!rows) tables.set(table_name, (rows = new Map()));
    const earlier = rows.get(key);
    if (!earlier) rows.set(key, formerBy(change, former));
    else if (!earlier.isGone && !earlier.isWhole) completeFormer(earlier, change, former);
    if (at < reported + STRETCH) continue;
    reported = at;
    onProgress((share * (at - seq)) / (end - seq));
  }
  return { former: tables, share };
}

/** Returns what a row held before its first change. */
const formerBy = (change: string, former: string | null): Former => ({
  isGone: change === "created",
  isWhole: change === "deleted",
  values: JSON.parse(former ?? "{}"),
});

/** Adds to what a row held what only a later change names. */
function completeFormer(earlier: Former, change: string, former: string | null): void {
  const later = JSON.parse(former ?? "{}");
  for (const name in later) if (!(name in earlier.values)) earlier.values[name] = later[name];
  earlier.isWhole = change === "deleted";
}

/**
 * Takes back the changes of a table: first goes what wasn't there, so that nothing is in the way of the rest; a row whose former
 * values are still taken by another waits with those that were deleted.
 */
function takeBackRows(sqlite: Database, table: string, rows: ReadonlyMap<string, Former>): void {
  const columns = columnsOf(sqlite, table);
  const write = writerOf(sqlite, table, columns);
  for (const [key, { isGone, isWhole }] of rows) if (isGone || isWhole) write.remove(key);
  const waiting: Record<string, unknown>[] = [];
  for (const [key, { isGone, isWhole, values }] of inOrderOfPages(rows, columns)) {
    if (isGone) continue;
    if (isWhole) waiting.push(values);
    else if (!write.update(key, values)) waiting.push({ ...write.takeOut(key), ...values });
  }
  for (const values of waiting) write.insert(values);
}

/** Returns rows in the order of their numbers, where those are their keys, so that each page of the file is changed once. */
const inOrderOfPages = (rows: ReadonlyMap<string, Former>, columns: readonly FollowedColumn[]) =>
  hasNumbers(columns) ? [...rows].sort(([one], [other]) => Number(one) - Number(other)) : rows;

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

/**
 * The files of states. A state is made of the present, or of a later state that is there already, by taking back what
 * `history.ts` has written down since its moment.
 *
 * The pitfalls:
 * - Rows are copied as SQLite copies them for VACUUM, in the order in which they are stored, as long as the new table is empty and
 *   has no trigger; and so are the indexes that it has by then, which takes a sixth of the time that making them takes. Of a table
 *   with generated columns SQLite refuses that when a value must be unique.
 * - An index of which many entries differ is made once the rows are as they were: filling it one row after the other takes
 *   three times as long.
 */
import { Database, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { constants, copyFileSync, existsSync } from "node:fs";
import { connection } from "./connection";
import { columnsOf, FOLLOWED, type FollowedColumn, holdsBytes, keyOf } from "./history";
import { createScratchFile, deleteScratch } from "./scratch";
import { createIndex } from "./state-index";
import { DERIVED, MADE_OF, MAX_UNINDEXED, type Moment, type SchemaRow, schemaOf } from "./states";

/** The statement that makes what triggers keep up to date in the present: the counts of the cards. */
const COUNTS = `INSERT INTO card_counts (type, status, approval_status, count)
  SELECT type, status, approval_status, count(*) FROM cards GROUP BY 1, 2, 3`;
/** Rows up to which changing them in an index is less work than making that anew. */
const FEW = 5_000;
/** The time that it takes to copy a row, and to take back a change; an entry of an index that is made takes 1. */
const WORK = { copied: 3, takenBack: 10 };
/** Rows that are taken back between two reports of the progress. */
const BATCH = 1_000;
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
    if (later) copyState(later.path, path);
    makeState(path, connection().filename, moment, making);
    return path;
  } catch (error) {
    deleteScratch(name);
    throw error;
  }
}

/** Copies a state with its log, which has what isn't in the file yet of the index that it got since it was made. */
function copyState(from: string, to: string): void {
  for (const suffix of ["", "-wal"])
    if (existsSync(from + suffix)) copyFileSync(from + suffix, to + suffix, constants.COPYFILE_FICLONE);
}

/** Makes a state in a file that is empty, or holds a later state. @param present the path of the database */
function makeState(path: string, present: string, moment: Moment, { later, onProgress = () => {} }: StateMaking): void {
  const sqlite = new Database(path, { readwrite: true, create: false, strict: true });
  try {
    // Nothing in it needs to survive a crash.
    for (const pragma of ["journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF", "cache_size = -8192"])
      sqlite.run(`PRAGMA ${pragma}`);
    sqlite.run("ATTACH ? AS present", [present]);
    sqlite.run("BEGIN");
    const { former, share, end } = readHistory(sqlite, moment, later?.moment, onProgress);
    const plans = planTables(sqlite, former, later ? "main" : "present");
    const report = (done: number) => onProgress(share + (1 - share) * done);
    if (later) changeTables(sqlite, plans, report);
    else copyTables(sqlite, plans, report);
    noteUnindexed(sqlite, former, later ? undefined : end);
    createIndex(sqlite);
    sqlite.run("COMMIT");
    // From now on it is read while it is changed.
    sqlite.run("PRAGMA journal_mode = WAL");
  } finally {
    sqlite.close(true);
  }
}

/** The way in which a table becomes what it was. */
type TablePlan = {
  table: string;
  /** Its rows in the file that the state is made of. */
  rows: number;
  former: ReadonlyMap<string, Former>;
  creation: string[];
  /** The indexes that change with its rows, and those that are made once the rows are as they were. */
  early: IndexOfTable[];
  late: IndexOfTable[];
};
type IndexOfTable = { name: string; sql: string };

/** Plans how each table becomes what it was. @param source the database that the state is made of */
function planTables(sqlite: Database, former: FormerRows, source: "main" | "present"): TablePlan[] {
  const schema = schemaOf(sqlite, "present");
  return FOLLOWED.map((table) => {
    const own = schema.filter(({ tbl_name, sql }) => tbl_name === table && sql) as (SchemaRow & { sql: string })[];
    const rows = former.get(table) ?? new Map<string, Former>();
    const differing = countDiffering(rows);
    const isGenerated = source === "present" && hasGeneratedColumns(sqlite, table, source);
    const mustWait = (sql: string) =>
      isGenerated && (sql.startsWith("CREATE UNIQUE") || !hasNumbers(columnsOf(sqlite, table, source)));
    const isLate = ({ sql }: IndexOfTable) => differing(sql) > FEW || mustWait(sql);
    const indexes = own.filter(({ type }) => type === "index");
    const counted = sqlite.query<{ count: number }, []>(`SELECT count(*) AS count FROM ${source}.${table}`).get();
    return {
      table,
      rows: counted?.count ?? 0,
      former: rows,
      creation: own.flatMap(({ type, sql }) => (type === "table" ? [sql] : [])),
      early: indexes.filter((index) => !isLate(index)),
      late: indexes.filter(isLate),
    };
  });
}

/** Returns a function that adds to the work that was done, and reports the part of all that this is. */
function addingWork(plans: readonly TablePlan[], isCopy: boolean, onProgress: (share: number) => void) {
  const workOf = ({ rows, former, late }: TablePlan) =>
    rows * ((isCopy ? WORK.copied : 0) + late.length) + former.size * WORK.takenBack;
  const all = plans.reduce((sum, plan) => sum + workOf(plan), 0);
  let done = 0;
  return (work: number) => {
    done += work;
    onProgress(all === 0 ? 1 : done / all);
  };
}

/** Copies the tables of the present as they were at a moment, and makes what follows from them. */
function copyTables(sqlite: Database, plans: readonly TablePlan[], onProgress: (share: number) => void): void {
  const add = addingWork(plans, true, onProgress);
  for (const plan of plans) {
    for (const sql of plan.creation) sqlite.run(sql);
    for (const { sql } of plan.early) sqlite.run(sql);
    copyRows(sqlite, plan.table);
    add(plan.rows * WORK.copied);
    takeBack(sqlite, plan, add);
  }
  for (const { tbl_name, type, sql } of schemaOf(sqlite, "present"))
    if (DERIVED.includes(tbl_name) && type !== "trigger" && sql) sqlite.run(sql);
  sqlite.run(COUNTS);
  copyStatistics(sqlite);
}

/** Takes back the changes of a table, and makes the indexes that wait for that. */
function takeBack(sqlite: Database, { table, rows, former, late }: TablePlan, add: (work: number) => void): void {
  takeBackRows(sqlite, table, former, (count) => add(count * WORK.takenBack));
  for (const { sql } of late) {
    sqlite.run(sql);
    add(rows);
  }
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

const hasGeneratedColumns = (sqlite: Database, table: string, schema = "main"): boolean =>
  sqlite.query("SELECT 1 FROM pragma_table_xinfo(?, ?) WHERE hidden > 1").get(table, schema) !== null;

/** Checks whether the rows of a table are numbered: their key is the number by which SQLite stores them. */
function hasNumbers(columns: readonly FollowedColumn[]): boolean {
  const [key, ...others] = columns.filter(({ pk }) => pk > 0);
  return key?.type.toLowerCase() === "integer" && others.length === 0;
}

/** Changes the tables of a later state to what they were at a moment. */
function changeTables(sqlite: Database, plans: readonly TablePlan[], onProgress: (share: number) => void): void {
  const add = addingWork(plans, false, onProgress);
  for (const plan of plans) {
    for (const { name } of plan.late) sqlite.run(`DROP INDEX main."${name}"`);
    takeBack(sqlite, plan, add);
  }
  sqlite.run("DELETE FROM main.card_counts");
  sqlite.run(COUNTS);
}

/** Returns a function that counts the rows, at most, that have other entries in an index once they are as they were. */
function countDiffering(rows: ReadonlyMap<string, Former>): (index: string) => number {
  let whole = 0;
  const columns = new Map<string, number>();
  for (const { isGone, isWhole, names } of rows.values())
    if (isGone || isWhole) whole++;
    else for (const name of names) columns.set(name, (columns.get(name) ?? 0) + 1);
  return (index) =>
    columns
      .entries()
      .reduce((sum, [name, count]) => (new RegExp(`\\b${name}\\b`).test(index) ? sum + count : sum), whole);
}

/**
 * Notes which cards the present's index of the search doesn't find by the texts that they had, unless those are too many.
 * @param end the last entry of the history that was taken back, when the state is made of the present
 */
function noteUnindexed(sqlite: Database, former: FormerRows, end: number | undefined): void {
  if (end !== undefined) {
    sqlite.run(`CREATE TABLE main.${MADE_OF} (seq INTEGER NOT NULL)`);
    sqlite.run(`INSERT INTO main.${MADE_OF} VALUES (?)`, [end]);
  }
  const differs = ({ isGone, isWhole, names }: Former) =>
    isGone || isWhole || names.has("name") || names.has("description");
  const cards = [...(former.get("cards") ?? [])].filter(([, card]) => differs(card)).map(([key]) => Number(key));
  if (cards.length > MAX_UNINDEXED) sqlite.run(`DELETE FROM main.${MADE_OF}`);
  else
    sqlite.run("INSERT OR IGNORE INTO main.unindexed_cards (seq) SELECT value FROM json_each(?)", [
      JSON.stringify(cards),
    ]);
}

/** Copies what the planner of queries knows of the tables. */
function copyStatistics(sqlite: Database): void {
  if (!sqlite.query("SELECT 1 FROM present.sqlite_schema WHERE name = 'sqlite_stat1'").get()) return;
  sqlite.run("ANALYZE main.sqlite_schema");
  sqlite.run("INSERT INTO main.sqlite_stat1 SELECT * FROM present.sqlite_stat1");
}

/**
 * The former values of a row: none of one that wasn't there, all of one that is gone today, else those that differ. There may be
 * as many as there are cards, so they stay the texts that the history has, the oldest first, which decides.
 */
type Former = { isGone: boolean; isWhole: boolean; names: Names; texts: string[] };
/** The names of values; the same set for all rows of which the same differs. */
type Names = ReadonlySet<string>;

/** Returns the former values of a row by their names. */
const valuesOf = ({ texts }: Former): Record<string, unknown> =>
  Object.assign({}, ...texts.toReversed().map((text) => JSON.parse(text)));
/** Maps table → key → what the row held at the moment. */
type FormerRows = ReadonlyMap<string, ReadonlyMap<string, Former>>;

/**
 * Reads what rows held at a moment, the oldest entries first: the first one that names a value decides it.
 * @param until the last moment whose entries count; all without one
 * @returns the part of all work that this was, and the last entry, as well
 */
function readHistory(
  sqlite: Database,
  { seq }: Moment,
  until: Moment | undefined,
  onProgress: (share: number) => void,
): { former: FormerRows; share: number; end: number } {
  const end =
    until?.seq ??
    sqlite.query<{ last: number }, []>("SELECT max(seq) AS last FROM present.former_rows").get()?.last ??
    seq;
  const share = READING.share * Math.min(1, (end - seq) / READING.entries);
  const tables = new Map<string, Map<string, Former>>();
  const note = notingFormer();
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
    if (!earlier) rows.set(key, note.first(change, former ?? undefined));
    else if (!earlier.isGone && !earlier.isWhole) note.complete(earlier, change, former ?? undefined);
    if (at < reported + STRETCH) continue;
    reported = at;
    onProgress((share * (at - seq)) / (end - seq));
  }
  return { former: tables, share, end };
}

/** Returns functions that note what rows held, whose sets of names are shared. */
function notingFormer() {
  const known = new Map<string, Names>();
  const sharedNames = (names: string[]): Names => {
    const list = names.join();
    const shared = known.get(list) ?? new Set(names);
    known.set(list, shared);
    return shared;
  };
  const namesIn = (text: string) => Object.keys(JSON.parse(text));
  return {
    /** Returns what a row held before its first change. */
    first: (change: string, text = "{}"): Former => ({
      isGone: change === "created",
      isWhole: change === "deleted",
      names: sharedNames(namesIn(text)),
      texts: [text],
    }),
    /** Adds to what a row held what only a later change names. */
    complete(earlier: Former, change: string, text = "{}"): void {
      const more = namesIn(text).filter((name) => !earlier.names.has(name));
      earlier.isWhole = change === "deleted";
      if (more.length === 0) return;
      earlier.names = sharedNames([...earlier.names, ...more]);
      earlier.texts.push(text);
    },
  };
}

/**
 * Takes back the changes of a table: first goes what wasn't there, so that nothing is in the way of the rest; a row whose former
 * values are still taken by another waits with those that were deleted.
 */
function takeBackRows(
  sqlite: Database,
  table: string,
  rows: ReadonlyMap<string, Former>,
  onRows: (count: number) => void,
): void {
  const columns = columnsOf(sqlite, table);
  const write = writerOf(sqlite, table, columns);
  for (const [key, { isGone, isWhole }] of rows) if (isGone || isWhole) write.remove(key);
  const waiting: Record<string, unknown>[] = [];
  let count = 0;
  for (const [key, former] of inOrderOfPages(rows, columns)) {
    if (++count % BATCH === 0) onRows(BATCH);
    if (former.isGone) continue;
    const values = valuesOf(former);
    if (former.isWhole) waiting.push(values);
    else if (!write.update(key, values)) waiting.push({ ...write.takeOut(key), ...values });
  }
  for (const values of waiting) write.insert(values);
  onRows(count % BATCH);
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
  const updates = new Map<string, Statement>();
  const updating = (changed: readonly string[]): Statement => {
    const assignments = changed.map((name) => `"${name}" = ?`).join(", ");
    let update = updates.get(assignments);
    if (!update) {
      update = sqlite.query(`UPDATE main.${table} SET ${assignments} WHERE ${where}`);
      updates.set(assignments, update);
    }
    return update;
  };
  /** Returns the names of values that are columns today. */
  const present = (values: Record<string, unknown>) => Object.keys(values).filter((name) => names.has(name));
  return {
    remove: (text: string) => void remove.run(...valuesOfKey(text)),
    /** @returns false when another row has a value that must be this one's alone */
    update(text: string, values: Record<string, unknown>): boolean {
      const changed = present(values);
      if (changed.length === 0) return true;
      try {
        updating(changed).run(...changed.map((name) => bound(name, values[name])), ...valuesOfKey(text));
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

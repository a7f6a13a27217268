/**
 * States: the landscape as it was at a moment, as a database of its own. It is a scratch file, which `state-files.ts` makes, and
 * thrown away at will.
 *
 * The idea: a state holds the followed tables alone, with their indexes. Everything else, such as people, rights, settings
 * and the journal, is read in the present file, by a view for each table: so rights are those of today, and every handler runs
 * over a state as it is. The journal ends with the moment.
 *
 * The pitfall: rights are those of today, so they are read from the views `todays_…`.
 */
import { Database } from "bun:sqlite";
import { connection, statement } from "./connection";
import { FOLLOWED } from "./history";
import { firstValue, hasRow } from "./values";

/** A moment: the number of its entry in the history, its instant, and the last entry of the journal. */
export type Moment = { seq: number; at: string; event: number };

/** Tables whose rows follow from the followed ones; triggers keep them. */
export const DERIVED = ["card_counts", "unindexed_cards"];
/** The table of a state with the last entry of the history that was taken back, if the index of the search is of use for it. */
export const MADE_OF = "made_of";
/** Cards that differ from the present's index of the search at most, until a state has its own; with more of them reading all is as fast. */
export const MAX_UNINDEXED = 20_000;
/** The index of the search, and the tables in which it is stored: a state has one of its own. */
const OF_SEARCH = /^cards_search($|_)/;
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

/**
 * Returns the last moment. Entries of the journal since then that have changed nothing of the landscape, such as those about sessions of the architect, are
 * part of it.
 * @param schema the database whose it is
 */
export function lastMomentIn(schema: "main" | "present"): Moment {
  const last = connection()
    .query<Moment, []>(
      `SELECT seq, at, iif((SELECT at IS NULL FROM ${schema}.former_rows ORDER BY seq DESC LIMIT 1), event,
         coalesce((SELECT max(seq) FROM ${schema}.events), event)) AS event
       FROM ${schema}.former_rows WHERE at IS NOT NULL ORDER BY seq DESC LIMIT 1`,
    )
    .get();
  if (!last) throw new Error("The history is empty.");
  return last;
}

/** Checks whether the present's index of the search is of use in the open state: few cards have had other texts since. */
export const hasIndexOfPresent = (): boolean =>
  connection()
    .query(`SELECT 1 FROM ${MADE_OF} WHERE seq >= (SELECT max(seq) FROM present.former_rows) - ${MAX_UNINDEXED}`)
    .get() !== null;

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
  // The connection that closes the file last has it alone for a moment, for which one waits from the first statement on. A later change of the place of temporary things would delete the views.
  for (const pragma of ["busy_timeout = 5000", "temp_store = MEMORY", "cache_size = -8192", "trusted_schema = OFF"])
    sqlite.run(`PRAGMA ${pragma}`);
  sqlite.run("ATTACH ? AS present", [present]);
  createViewsOfPresent(sqlite, isHeld, event);
  return sqlite;
}

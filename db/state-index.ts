/**
 * The index of the search that a former state has of its own. It takes nearly as long to make as the state, so it is empty at
 * first, and made step by step while the state is read.
 *
 * The pitfall: each statement that changes the index writes what it has in memory, so a step is one statement.
 */
import { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { connection } from "./connection";
import { deleteFiles } from "./files";
import { MADE_OF, schemaOf } from "./states";
import { firstValue } from "./values";

/** The table of a state with the number of the last card that its own index has, and whether that is all of them. */
const OWN_INDEX = "own_index";
/** Letters that one step indexes: some 100 ms of work. */
const STEP = 500_000;

/** Cards that differ from the present's index at most: to read so many with each search takes 5 ms, and an index of its own 3 s once. */
export const MAX_READ = 1_000;

/** Creates the index in a state that is being made, in place of that of the later state which it is made of, if it is. */
export function createIndex(sqlite: Database): void {
  const created = schemaOf(sqlite, "present").find(({ name }) => name === "cards_search");
  for (const table of ["cards_search", OWN_INDEX]) sqlite.run(`DROP TABLE IF EXISTS main.${table}`);
  sqlite.run(created?.sql ?? "");
  sqlite.run(`CREATE TABLE main.${OWN_INDEX} (last INTEGER NOT NULL, is_complete INTEGER NOT NULL)`);
  sqlite.run(`INSERT INTO main.${OWN_INDEX} VALUES (0, 0)`);
}

/** Checks whether the former state that is open has an index of its own with all of its cards. */
export const hasOwnIndex = (): boolean =>
  connection().query(`SELECT 1 FROM main.${OWN_INDEX} WHERE is_complete`).get() !== null;

/** Checks whether a state that is not open has as good as the index of the present, or all of its own. */
function needsNoMore(sqlite: Database): boolean {
  const { is_complete, differing } = sqlite
    .query<{ is_complete: number; differing: number | null }, [number]>(
      `SELECT is_complete, (SELECT ? - seq + (SELECT count(*) FROM unindexed_cards) FROM ${MADE_OF}) AS differing
       FROM ${OWN_INDEX}`,
    )
    .get(firstValue<number>("SELECT max(seq) FROM former_rows") ?? 0) ?? { is_complete: 1, differing: 0 };
  return is_complete === 1 || (differing !== null && differing <= MAX_READ);
}

/** Returns the last of the cards after one that one step indexes, and whether it is the last of all. */
function endOfStep(sqlite: Database, after: number): { last: number; isLast: boolean } {
  const cards = sqlite
    .query<{ seq: number; letters: number }, [number]>(
      "SELECT seq, length(name) + coalesce(length(description), 0) AS letters FROM cards WHERE seq > ? ORDER BY seq",
    )
    .iterate(after);
  let [last, letters] = [after, 0];
  for (const card of cards) {
    last = card.seq;
    letters += card.letters;
    if (letters >= STEP) return { last, isLast: false };
  }
  return { last, isLast: true };
}

/** Adds the next cards to the index. @returns whether it has all of them */
function addNext(sqlite: Database): boolean {
  const { last: after } = sqlite.query<{ last: number }, []>(`SELECT last FROM ${OWN_INDEX}`).get() ?? { last: 0 };
  const { last, isLast } = endOfStep(sqlite, after);
  sqlite
    .query(
      `INSERT INTO cards_search(rowid, name, description)
       SELECT seq, name, description FROM cards WHERE seq > ? AND seq <= ?`,
    )
    .run(after, last);
  sqlite.query(`UPDATE ${OWN_INDEX} SET last = ?, is_complete = ?`).run(last, isLast ? 1 : 0);
  return isLast;
}

/**
 * Makes one more step of the index of a former state of the open database, if the present's is of little use for it. Others may read
 * the state meanwhile; once the index is complete, their next search uses it.
 * @param path of the state's file, which may have been deleted
 * @returns whether there is nothing more to do
 */
export function extendIndex(path: string): boolean {
  try {
    return extendFile(path);
  } catch (error) {
    if (existsSync(path)) throw error;
    return true;
  } finally {
    // The log of a file that was deleted during the step may have come after that.
    if (!existsSync(path)) deleteFiles(path);
  }
}

function extendFile(path: string): boolean {
  const sqlite = new Database(path, { readwrite: true, create: false, strict: true });
  try {
    for (const pragma of ["busy_timeout = 5000", "temp_store = MEMORY", "synchronous = OFF", "cache_size = -8192"])
      sqlite.run(`PRAGMA ${pragma}`);
    return needsNoMore(sqlite) || sqlite.transaction(() => addNext(sqlite))();
  } finally {
    sqlite.close(true);
  }
}

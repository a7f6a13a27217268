/**
 * Empties the caches in memory of rows that have changed. Triggers of the connection write down the ids, so that
 * no statement can change a row unnoticed, whatever it belongs to; what another connection writes is seen as in
 * `cache.ts`.
 */
import type { Database } from "bun:sqlite";
import { discountWrites, noticeWrites, whenDropped, writesSeen } from "./cache";
import { inTransaction, statement } from "./connection";

/** The tables that a cache is read from. */
export type Sources = {
  /** Table → the column with the id that its rows are cached under, or SQL for that of the row `new` or `old`. */
  rows: Record<string, string | ((row: "new" | "old") => string)>;
  /** Table → the columns whose change concerns everything that is cached. */
  shared: Record<string, readonly string[]>;
};

/** The entry that a change of a shared column is written down as. */
const EVERYTHING = "";
/** Ids beyond which everything is forgotten, which takes less time. */
const MAX_IDS = 1_000;

type Watch = { name: string; sources: Sources; installedOn?: Database };
const watches: Watch[] = [];

const tableOf = ({ name }: Watch) => `temp.changed_${name}`;

/** Returns the statements that make a connection write down what changes. */
function installing(watch: Watch): string[] {
  const { name, sources } = watch;
  // The conflict clause is not OR IGNORE, which the actions of foreign keys override.
  const note = (trigger: string, event: string, ...ids: string[]) =>
    `CREATE TEMP TRIGGER changed_${name}_${trigger} AFTER ${event} BEGIN
       INSERT INTO changed_${name} VALUES ${ids.map((id) => `(${id})`).join(", ")} ON CONFLICT DO NOTHING; END`;
  return [
    `CREATE TABLE ${tableOf(watch)} (id TEXT PRIMARY KEY) WITHOUT ROWID`,
    ...Object.entries(sources.rows).flatMap(([table, id]) => {
      const of = (row: "new" | "old") => (typeof id === "string" ? `${row}.${id}` : id(row));
      return [
        note(`${table}_insert`, `INSERT ON main.${table}`, of("new")),
        note(`${table}_update`, `UPDATE ON main.${table}`, of("old"), of("new")),
        note(`${table}_delete`, `DELETE ON main.${table}`, of("old")),
      ];
    }),
    ...Object.entries(sources.shared).map(([table, columns]) =>
      note(`${table}_update`, `UPDATE OF ${columns.join(", ")} ON main.${table}`, `'${EVERYTHING}'`),
    ),
  ];
}

/** Watches the rows that `watchRows` names, on a connection that was just opened and is the only one that writes here. */
export function installWatches(sqlite: Database): void {
  for (const watch of watches) {
    for (const sql of installing(watch)) sqlite.run(sql);
    watch.installedOn = sqlite;
  }
}

/** Ends the watching; nothing may be cached until `installWatches`. */
export function deleteWatches(): void {
  for (const watch of watches) delete watch.installedOn;
}

/**
 * Watches the rows that a cache in memory is read from.
 * @param name the name of the cache; part of a table's name
 * @param forget is given the id of a row that has changed, or nothing when everything is to be forgotten
 * @returns a function that forgets what has changed, and returns whether what is read now may be cached, and what
 * is cached be used: not in a transaction, which may be rolled back, nor on a connection that only reads
 */
export function watchRows(name: string, sources: Sources, forget: (id?: string) => void): () => boolean {
  const watch: Watch = { name, sources };
  watches.push(watch);
  whenDropped(() => forget());
  let known = -1;
  return () => {
    if (!watch.installedOn || inTransaction()) return false;
    noticeWrites();
    if (known !== writesSeen()) forgetChanged(tableOf(watch), forget);
    known = writesSeen();
    return true;
  };
}

function forgetChanged(table: string, forget: (id?: string) => void): void {
  const ids = statement(`SELECT id FROM ${table} LIMIT ${MAX_IDS + 1}`).values() as [string][];
  if (ids.length === 0) return;
  discountWrites(statement(`DELETE FROM ${table}`).run().changes);
  if (ids.length > MAX_IDS || ids[0]?.[0] === EVERYTHING) forget();
  else for (const [id] of ids) forget(id);
}

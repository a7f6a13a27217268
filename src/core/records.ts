/**
 * A record is a row of a table that is known by its id. Every area finds its records here, creates them with their ids and times,
 * updates their columns and deletes them. Every write is part of the running transaction.
 */
import { eq, getTableColumns } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { columnInList, db, type tables } from "../../db";
import { found } from "../http/errors";
import { now, nowAfter } from "../platform/clock";
import { newId } from "../platform/ids";

/** A table whose rows are known by their ids. */
export type RecordTable = SQLiteTable & { id: SQLiteColumn };
type Stamp = "id" | "created_at" | "updated_at";
/** The columns of a record that is created; its id and its times follow unless they are given. */
export type NewRecord<T extends RecordTable> = Omit<T["$inferInsert"], Stamp> & { [Name in Stamp]?: string };

/** Returns the access to the rows of a table. @param noun what refusals call a row, as in "Survey" */
export function recordsOf<T extends RecordTable>(table: T, noun: string) {
  type Row = T["$inferSelect"];
  // Drizzle can't type statements on one of several tables; of what is used here all have the id.
  const rows = table as unknown as typeof tables.principles;
  const columns = getTableColumns(table);

  /** Finds a record; undefined when there is none. */
  const find = (id: string): Row | undefined => db.select().from(rows).where(eq(rows.id, id)).get();

  return {
    find,

    /** Finds a record. @throws Problem 404 */
    require: (id: string): Row => found(find(id), noun),

    /** Finds the records that exist, in the order of the ids. */
    list(ids: readonly string[]): Row[] {
      const all: Row[] = db.select().from(rows).where(columnInList(rows.id, ids)).all();
      const byId = new Map(all.map((row) => [row["id"], row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    /** Creates a record. */
    create(given: NewRecord<T>): Row {
      const at = now();
      const stamps = {
        ...(columns["created_at"] && { created_at: at }),
        ...(columns["updated_at"] && { updated_at: at }),
      };
      const row = { id: newId(), ...stamps, ...given } as unknown as typeof rows.$inferInsert;
      return db.insert(rows).values(row).returning().get();
    },

    /** Updates columns of a record, and when it was updated. */
    update({ id, updated_at = "" }: { id: string; updated_at?: string }, changed: Partial<Row>): Row {
      const at = columns["updated_at"] && { updated_at: nowAfter(updated_at) };
      const update = db.update(rows).set({ ...changed, ...at });
      return update.where(eq(rows.id, id)).returning().get();
    },

    /** Deletes a record, if it exists. */
    delete: (id: string): void => void db.delete(rows).where(eq(rows.id, id)).run(),
  };
}

/** The access to the rows of a table. */
export type Records<T extends RecordTable> = ReturnType<typeof recordsOf<T>>;

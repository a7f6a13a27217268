/** A catalogue: a table of small rows that an administrator creates, updates and deletes. */
import { eq } from "drizzle-orm";
import { db, type tables } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { found } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { changesOf } from "./changes";

type Table = typeof tables.principles | typeof tables.complianceRegulations | typeof tables.resourceTypes;
type GeneratedColumn = "id" | "created_at" | "updated_at";

/**
 * Returns the row operations of a catalogue; each is part of the running transaction and publishes its event.
 * @param event the middle of the event types, as in `metamodel.principle.created`
 * @param noun what refusals call a row
 * @param nameOf the name of a row in events
 */
export function catalogue<T extends Table>(
  table: T,
  event: "principle" | "regulation" | "resource_type",
  noun: string,
  nameOf: (row: T["$inferSelect"]) => string,
) {
  type Row = T["$inferSelect"];
  // Drizzle can't type statements on one of several tables; all of them have the columns that are used here.
  const rows = table as typeof tables.principles;
  const named = (row: Row) => ({ id: row.id, name: nameOf(row) });

  return {
    /** @throws Problem 404 */
    require(id: string): Row {
      return found(db.select().from(rows).where(eq(rows.id, id)).get(), noun);
    },

    create(actor: Actor, values: Omit<T["$inferInsert"], GeneratedColumn>): Row {
      const at = now();
      const created = { ...values, id: newId(), created_at: at, updated_at: at };
      const row: Row = db
        .insert(rows)
        .values(created as typeof rows.$inferInsert)
        .returning()
        .get();
      publish(actor, { type: `metamodel.${event}.created`, data: named(row) });
      return row;
    },

    /** Changes the columns that are given; nothing is written when none differs. */
    update(actor: Actor, before: Row, wanted: Partial<Row>): Row {
      const { columns, changes } = changesOf<Row>(before, wanted);
      if (Object.keys(changes).length === 0) return before;
      const update = db.update(rows).set({ ...columns, updated_at: now() });
      const row: Row = update.where(eq(rows.id, before.id)).returning().get();
      publish(actor, { type: `metamodel.${event}.updated`, data: { ...named(row), changes } });
      return row;
    },

    /** Deletes a row, if it exists. */
    delete(actor: Actor, id: string): void {
      const row = db.delete(rows).where(eq(rows.id, id)).returning().get();
      if (row) publish(actor, { type: `metamodel.${event}.deleted`, data: named(row) });
    },
  };
}

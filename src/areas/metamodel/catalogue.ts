/** A catalogue: a table of small rows that an administrator creates, updates and deletes. */

import type { tables } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { type NewRecord, recordsOf } from "../../core/records";
import { changesOf } from "./changes";

type Table = typeof tables.principles | typeof tables.complianceRegulations | typeof tables.resourceTypes;

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
  const rows = recordsOf(table, noun);
  const named = (row: Row) => ({ id: row.id, name: nameOf(row) });

  return {
    /** Finds a row. @throws Problem 404 */
    require: rows.require,

    create(actor: Actor, values: NewRecord<T>): Row {
      const row = rows.create(values);
      publish(actor, { type: `metamodel.${event}.created`, data: named(row) });
      return row;
    },

    /** Changes the columns that are given; nothing is written when none differs. */
    update(actor: Actor, before: Row, wanted: Partial<Row>): Row {
      const { columns, changes } = changesOf<Row>(before, wanted);
      if (Object.keys(changes).length === 0) return before;
      const row = rows.update(before, columns);
      publish(actor, { type: `metamodel.${event}.updated`, data: { ...named(row), changes } });
      return row;
    },

    /** Deletes a row, if it exists. */
    delete(actor: Actor, id: string): void {
      const row = rows.find(id);
      if (!row) return;
      rows.delete(id);
      publish(actor, { type: `metamodel.${event}.deleted`, data: named(row) });
    },
  };
}

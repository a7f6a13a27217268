/** Relations between cards. */
import { sql } from "drizzle-orm";
import { blob, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { jsonText } from "./columns";
import { relationTypes } from "./metamodel";

/** Returns SQL for the text of a UUID that a column holds in bytes. */
const uuidText = (column: string) => {
  const group = (from: number, length: number) => `substr(hex(${column}), ${from}, ${length})`;
  return `lower(${[group(1, 8), group(9, 4), group(13, 4), group(17, 4), group(21, 12)].join(" || '-' || ")})`;
};

export const relations = sqliteTable(
  "relations",
  {
    seq: integer("seq").primaryKey(),
    /** The id in bytes: half the room, here and in its index. Relations are found by it. */
    uuid: blob("uuid", { mode: "buffer" }).notNull().unique(),
    id: text("id").generatedAlwaysAs(sql.raw(uuidText("uuid"))),
    /** The type and the ends are numbers: a tenth of the room that keys and ids would take, here and in each index. */
    type_seq: integer("type_seq")
      .notNull()
      .references(() => relationTypes.seq),
    source_seq: integer("source_seq")
      .notNull()
      .references(() => cards.seq, { onDelete: "cascade" }),
    target_seq: integer("target_seq")
      .notNull()
      .references(() => cards.seq, { onDelete: "cascade" }),
    attributes: jsonText("attributes"),
    description: text("description"),
    /** In milliseconds since 1970. */
    created_ms: integer("created_ms").notNull(),
    created_at: text("created_at").generatedAlwaysAs(
      sql`strftime('%Y-%m-%dT%H:%M:%fZ', created_ms / 1000.0, 'unixepoch')`,
    ),
  },
  (table) => [
    index("relations_type").on(table.type_seq),
    // With the other end, so that whatever asks for related cards reads nothing but the index.
    index("relations_source").on(table.source_seq, table.type_seq, table.target_seq),
    index("relations_target").on(table.target_seq, table.type_seq, table.source_seq),
  ],
);

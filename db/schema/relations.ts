/** Relations between cards. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { instant, jsonText } from "./columns";
import { relationTypes } from "./metamodel";

export const relations = sqliteTable(
  "relations",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
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
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("relations_type").on(table.type_seq),
    // With the other end, so that whatever asks for related cards reads nothing but the index.
    index("relations_source").on(table.source_seq, table.type_seq, table.target_seq),
    index("relations_target").on(table.target_seq, table.type_seq, table.source_seq),
  ],
);

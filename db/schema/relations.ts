/** Relations between cards. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { instant, jsonText } from "./columns";

export const relations = sqliteTable(
  "relations",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    type: text("type").notNull(),
    source_id: text("source_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    target_id: text("target_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    attributes: jsonText("attributes"),
    description: text("description"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("relations_type").on(table.type),
    index("relations_source").on(table.source_id, table.type),
    index("relations_target").on(table.target_id, table.type),
  ],
);

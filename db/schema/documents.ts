/** Links to documents that describe a card. */
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { instant } from "./columns";
import { users } from "./users";

export const documents = sqliteTable(
  "documents",
  {
    id: text("id").primaryKey(),
    card_id: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    url: text("url"),
    /** Mostly the key of a link type. */
    type: text("type").notNull().default("link"),
    created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("documents_card").on(table.card_id, table.created_at),
    index("documents_creator").on(table.created_by),
  ],
);

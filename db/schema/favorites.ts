/** Cards that users have starred. */
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { instant } from "./columns";
import { users } from "./users";

export const favorites = sqliteTable(
  "user_favorites",
  {
    id: text("id").notNull().unique(),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    card_id: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    created_at: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.card_id] }), index("user_favorites_card").on(table.card_id)],
);

/** Comments on cards, and replies to them. */
import { type AnySQLiteColumn, index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { instant } from "./columns";
import { users } from "./users";

export const comments = sqliteTable(
  "comments",
  {
    id: text("id").primaryKey(),
    card_id: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    /** Its author; null once their account is deleted, and the comment then counts as deleted. */
    user_id: text("user_id").references(() => users.id, { onDelete: "set null" }),
    /** The comment that it replies to. */
    parent_id: text("parent_id").references((): AnySQLiteColumn => comments.id, { onDelete: "cascade" }),
    /** Empty once it is deleted. */
    content: text("content").notNull(),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
    /** A deleted comment keeps its row, because replies may hang on it. */
    deleted_at: instant("deleted_at"),
  },
  (table) => [
    index("comments_card").on(table.card_id, table.created_at),
    index("comments_parent").on(table.parent_id),
    index("comments_author").on(table.user_id),
  ],
);

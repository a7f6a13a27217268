/** Saved views of the inventory, and whom they are shared with. */
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "./columns";
import { users } from "./users";

export const bookmarks = sqliteTable(
  "bookmarks",
  {
    id: text("id").primaryKey(),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    card_type: text("card_type"),
    filters: json<Record<string, unknown> | null>("filters"),
    columns: json<unknown[] | null>("columns"),
    sort: json<Record<string, unknown> | null>("sort"),
    is_default: flag("is_default").notNull().default(false),
    visibility: text("visibility", { enum: ["private", "public", "shared"] })
      .notNull()
      .default("private"),
    odata_enabled: flag("odata_enabled").notNull().default(false),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("bookmarks_owner").on(table.user_id, table.created_at),
    index("bookmarks_visibility").on(table.visibility, table.created_at),
  ],
);

export const bookmarkShares = sqliteTable(
  "bookmark_shares",
  {
    bookmark_id: text("bookmark_id")
      .notNull()
      .references(() => bookmarks.id, { onDelete: "cascade" }),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    can_edit: flag("can_edit").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.bookmark_id, table.user_id] }),
    index("bookmark_shares_user").on(table.user_id),
  ],
);

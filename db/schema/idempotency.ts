/** Answers that are stored for requests that may be sent again. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, jsonText } from "./columns";
import { users } from "./users";

export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    key: text("key").notNull(),
    /** The SHA-256 of the request: method, path, query and body. */
    request: text("request").notNull(),
    status: integer("status").notNull(),
    /** The answer as it went out; null when it had no body. */
    answer: text("answer"),
    /** The headers that are part of it, as a JSON object; null when an earlier version stored it. */
    headers: jsonText("headers"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.key] }),
    index("idempotency_keys_created").on(table.created_at),
  ],
);

/** Tokens with which programs call the API in the name of a user. */
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";
import { oauthClients } from "./oauth-clients";
import { users } from "./users";

export const accessTokens = sqliteTable(
  "access_tokens",
  {
    id: text("id").primaryKey(),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** SHA-256 of the token, which only whoever created it knows. */
    token_hash: text("token_hash").notNull().unique(),
    /** The end of the token, by which people recognize it; empty for those of earlier versions. */
    last_four: text("last_four").notNull(),
    scope: text("scope", { enum: ["read", "write", "feed", "scim"] }).notNull(),
    /** The areas whose operations it may call; null for all. */
    areas: json<string[] | null>("areas"),
    /** Null when it doesn't end by itself. */
    expires_at: instant("expires_at"),
    /** The program that somebody has connected by OAuth; null for a token that somebody has made. */
    client_id: text("client_id").references(() => oauthClients.id),
    /** SHA-256 of the token by which the program gets the next one, and of the one before. */
    refresh_hash: text("refresh_hash").unique(),
    former_refresh_hash: text("former_refresh_hash"),
    /** The end of the present token of such a program; `expires_at` is that of its connection. */
    refresh_due_at: instant("refresh_due_at"),
    last_used_at: instant("last_used_at"),
    /** The address from which it was used last. */
    last_used_from: text("last_used_from"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("access_tokens_user").on(table.user_id, table.created_at),
    index("access_tokens_client").on(table.client_id),
    index("access_tokens_former_refresh").on(table.former_refresh_hash),
  ],
);

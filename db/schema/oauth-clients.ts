/** Programs that have registered to be connected by OAuth. */
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";

export const oauthClients = sqliteTable(
  "oauth_clients",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    redirect_uris: json<string[]>("redirect_uris").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [index("oauth_clients_created").on(table.created_at)],
);

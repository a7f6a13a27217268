/** Second factors of people who log in with a password, and the codes for when they have lost them. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";
import { users } from "./users";

export const secondFactors = sqliteTable(
  "second_factors",
  {
    id: text("id").primaryKey(),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** An app that shows codes, or a passkey. */
    kind: text("kind", { enum: ["totp", "passkey"] }).notNull(),
    name: text("name").notNull(),
    /** The secret of an app, encrypted. */
    secret: text("secret"),
    /** The step of time of the last code of an app that was used; earlier codes are refused. */
    last_step: integer("last_step"),
    /** The id of a passkey, as its authenticator names it. */
    credential_id: text("credential_id").unique(),
    public_key: text("public_key"),
    /** The number of uses that a passkey reports; 0 for those that don't count. */
    uses: integer("uses"),
    transports: json<string[] | null>("transports"),
    /** The host of the server for which a passkey was made, and at which alone it works. */
    host: text("host"),
    last_used_at: instant("last_used_at"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [index("second_factors_user").on(table.user_id, table.created_at)],
);

export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    /** SHA-256 of the code, which is shown once. */
    code_hash: text("code_hash").primaryKey(),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    created_at: instant("created_at").notNull(),
  },
  (table) => [index("recovery_codes_user").on(table.user_id)],
);

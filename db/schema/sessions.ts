/** Sessions of people who have logged in, and the history of their sign-ins. */
import { index, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant } from "./columns";
import { users } from "./users";

/** The ways of signing in: with a password, at an identity provider, or with a passkey alone. */
const WAYS = ["password", "sso", "passkey"] as const;
/** The second factors that are asked for in addition to the password. */
const FACTORS = ["totp", "passkey", "recovery_code"] as const;

export const sessions = sqliteTable(
  "sessions",
  {
    id: text("id").primaryKey(),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The id of its latest token: a logout with that one ends the session. */
    jti: text("jti").notNull(),
    way: text("way", { enum: WAYS }).notNull(),
    /** The second factor; null without one. */
    factor: text("factor", { enum: FACTORS }),
    /** The address from which it was opened. */
    address: text("address"),
    user_agent: text("user_agent"),
    last_used_at: instant("last_used_at"),
    last_used_from: text("last_used_from"),
    /** The end of its latest token. */
    expires_at: instant("expires_at").notNull(),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("sessions_user").on(table.user_id, table.created_at),
    index("sessions_expires").on(table.expires_at),
  ],
);

export const signIns = sqliteTable(
  "sign_ins",
  {
    id: text("id").primaryKey(),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    succeeded: flag("succeeded").notNull(),
    way: text("way", { enum: WAYS }).notNull(),
    /** The second factor; null without one. */
    factor: text("factor", { enum: FACTORS }),
    address: text("address"),
    user_agent: text("user_agent"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("sign_ins_user").on(table.user_id, table.created_at),
    index("sign_ins_created").on(table.created_at),
  ],
);

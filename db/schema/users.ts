/** User accounts and invitations. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "./columns";

export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull().unique(),
    display_name: text("display_name").notNull(),
    password_hash: text("password_hash"),
    role: text("role").notNull().default("member"),
    is_active: flag("is_active").notNull().default(true),
    locale: text("locale").notNull().default("en"),
    auth_provider: text("auth_provider", { enum: ["local", "sso"] })
      .notNull()
      .default("local"),
    sso_subject_id: text("sso_subject_id").unique(),
    /** True for the account of a program, which can't log in: it has tokens that administrators create. */
    is_service_account: flag("is_service_account").notNull().default(false),
    /** SHA-256 of the token of an outstanding invitation; the token itself is only in the mail. */
    password_setup_hash: text("password_setup_hash").unique(),
    password_setup_expires_at: instant("password_setup_expires_at"),
    password_reset_hash: text("password_reset_hash").unique(),
    password_reset_expires_at: instant("password_reset_expires_at"),
    failed_logins: integer("failed_logins").notNull().default(0),
    locked_until: instant("locked_until"),
    /** Tokens that carry another number are refused: it grows when the password changes, and on every deactivation. */
    token_version: integer("token_version").notNull().default(0),
    notification_preferences: json<{ in_app: Record<string, boolean>; email: Record<string, boolean> }>(
      "notification_preferences",
    ),
    ui_preferences: json<{ home?: { parts: string[]; reports: string[] }; [name: string]: unknown }>("ui_preferences"),
    last_login: instant("last_login"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("users_role").on(table.role, table.is_active),
    // For mentions, which name people in any case of letters.
    index("users_name").on(sql`"display_name" collate nocase`),
  ],
);

/** Tokens that a logout has ended before they expire. */
export const revokedTokens = sqliteTable(
  "revoked_tokens",
  {
    jti: text("jti").primaryKey(),
    /** In seconds since 1970, as in the token. */
    expires: integer("expires").notNull(),
  },
  (table) => [index("revoked_tokens_expires").on(table.expires)],
);

/** Failed logins from devices that an account knows; without a row a device has none. */
export const deviceFailures = sqliteTable(
  "device_failures",
  {
    device_id: text("device_id").primaryKey(),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    failed_logins: integer("failed_logins").notNull(),
    locked_until: instant("locked_until"),
    /** The instant when the device is forgotten. */
    expires_at: instant("expires_at").notNull(),
  },
  (table) => [index("device_failures_user").on(table.user_id), index("device_failures_expires").on(table.expires_at)],
);

/** The people who were invited and have not logged in yet. */
export const invitations = sqliteTable(
  "sso_invitations",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull().unique(),
    role: text("role").notNull(),
    invited_by: text("invited_by").references(() => users.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
  },
  (table) => [index("sso_invitations_invited_by").on(table.invited_by)],
);

/** Accounts, roles, and the stakeholders of cards. */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { flag, instant, json } from "./columns";
import { cardTypes } from "./metamodel";

export const users = sqliteTable(
  "users",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull().unique(),
    displayName: text("display_name").notNull(),
    passwordHash: text("password_hash"),
    role: text("role").notNull().default("member"),
    isActive: flag("is_active").notNull().default(true),
    locale: text("locale").notNull().default("en"),
    authProvider: text("auth_provider", { enum: ["local", "sso"] })
      .notNull()
      .default("local"),
    ssoSubjectId: text("sso_subject_id").unique(),
    /** SHA-256 of the token of an outstanding invitation; the token itself is only in the mail. */
    passwordSetupHash: text("password_setup_hash").unique(),
    passwordSetupExpiresAt: instant("password_setup_expires_at"),
    passwordResetHash: text("password_reset_hash").unique(),
    passwordResetExpiresAt: instant("password_reset_expires_at"),
    failedLogins: integer("failed_logins").notNull().default(0),
    lockedUntil: instant("locked_until"),
    /** Tokens that carry another number are refused: it grows when the password changes. */
    tokenVersion: integer("token_version").notNull().default(0),
    notificationPreferences: json<{ in_app: Record<string, boolean>; email: Record<string, boolean> }>(
      "notification_preferences",
    ),
    uiPreferences: json<Record<string, string>>("ui_preferences"),
    lastLogin: instant("last_login"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [index("users_role").on(table.role, table.isActive)],
);

/** Who was invited and has not logged in yet. */
export const invitations = sqliteTable(
  "sso_invitations",
  {
    id: text("id").primaryKey(),
    email: text("email").notNull().unique(),
    role: text("role").notNull(),
    invitedBy: text("invited_by").references(() => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [index("sso_invitations_invited_by").on(table.invitedBy)],
);

export const roles = sqliteTable("roles", {
  id: text("id").primaryKey(),
  key: text("key").notNull().unique(),
  label: text("label").notNull(),
  description: text("description"),
  isSystem: flag("is_system").notNull().default(false),
  isDefault: flag("is_default").notNull().default(false),
  isArchived: flag("is_archived").notNull().default(false),
  color: text("color").notNull().default("#757575"),
  permissions: json<Record<string, boolean>>("permissions").notNull(),
  sortOrder: integer("sort_order").notNull().default(0),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  archivedAt: instant("archived_at"),
  archivedBy: text("archived_by").references(() => users.id, { onDelete: "set null" }),
});

export const stakeholderRoleDefinitions = sqliteTable(
  "stakeholder_role_definitions",
  {
    id: text("id").primaryKey(),
    cardTypeKey: text("card_type_key")
      .notNull()
      .references(() => cardTypes.key, { onDelete: "cascade" }),
    key: text("key").notNull(),
    label: text("label").notNull(),
    description: text("description"),
    color: text("color").notNull().default("#757575"),
    permissions: json<Record<string, boolean>>("permissions").notNull(),
    translations: json<Record<string, Record<string, string>>>("translations").notNull(),
    isArchived: flag("is_archived").notNull().default(false),
    sortOrder: integer("sort_order").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
    archivedAt: instant("archived_at"),
    archivedBy: text("archived_by").references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [uniqueIndex("stakeholder_role_definitions_type_key").on(table.cardTypeKey, table.key)],
);

export const stakeholders = sqliteTable(
  "stakeholders",
  {
    id: text("id").primaryKey(),
    cardId: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role").notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("stakeholders_card_user_role").on(table.cardId, table.userId, table.role),
    index("stakeholders_user").on(table.userId, table.cardId),
    index("stakeholders_role").on(table.role),
  ],
);

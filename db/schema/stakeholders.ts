/** Stakeholder roles of card types, and who has which of them in a card. */
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { flag, instant, json } from "./columns";
import { cardTypes } from "./metamodel";
import { users } from "./users";

export const stakeholderRoleDefinitions = sqliteTable(
  "stakeholder_role_definitions",
  {
    id: text("id").primaryKey(),
    card_type_key: text("card_type_key")
      .notNull()
      .references(() => cardTypes.key, { onDelete: "cascade" }),
    key: text("key").notNull(),
    label: text("label").notNull(),
    description: text("description"),
    color: text("color").notNull().default("#757575"),
    permissions: json<Record<string, boolean>>("permissions").notNull(),
    translations: json<Record<string, Record<string, string>>>("translations").notNull(),
    is_archived: flag("is_archived").notNull().default(false),
    sort_order: integer("sort_order").notNull().default(0),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
    archived_at: instant("archived_at"),
    archived_by: text("archived_by").references(() => users.id, { onDelete: "set null" }),
  },
  (table) => [uniqueIndex("stakeholder_role_definitions_type_key").on(table.card_type_key, table.key)],
);

export const stakeholders = sqliteTable(
  "stakeholders",
  {
    id: text("id").primaryKey(),
    card_id: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role").notNull(),
    /** The user who gave the role; null for rows from before this was stored, and once that account is deleted. */
    created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("stakeholders_card_user_role").on(table.card_id, table.user_id, table.role),
    index("stakeholders_user").on(table.user_id, table.card_id),
    index("stakeholders_role").on(table.role),
    index("stakeholders_created_by").on(table.created_by),
  ],
);

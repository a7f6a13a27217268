/** Roles of the application. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "./columns";
import { users } from "./users";

export const roles = sqliteTable("roles", {
  id: text("id").primaryKey(),
  key: text("key").notNull().unique(),
  label: text("label").notNull(),
  description: text("description"),
  is_system: flag("is_system").notNull().default(false),
  is_default: flag("is_default").notNull().default(false),
  is_archived: flag("is_archived").notNull().default(false),
  color: text("color").notNull().default("#757575"),
  /** True when its people need a second factor. */
  requires_second_factor: flag("requires_second_factor").notNull().default(false),
  permissions: json<Record<string, boolean>>("permissions").notNull(),
  sort_order: integer("sort_order").notNull().default(0),
  created_at: instant("created_at").notNull(),
  updated_at: instant("updated_at").notNull(),
  archived_at: instant("archived_at"),
  archived_by: text("archived_by").references(() => users.id, { onDelete: "set null" }),
});

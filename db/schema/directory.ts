/** The company's directory: the people and groups that it sends, and the roles that groups give. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";
import { users } from "./users";

/** The facts that the directory has about an account besides those of the account itself. */
export const directoryPeople = sqliteTable(
  "directory_people",
  {
    user_id: text("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The name under which the directory knows the person; null where it is only known by single sign-on. */
    user_name: text("user_name"),
    external_id: text("external_id"),
    given_name: text("given_name"),
    family_name: text("family_name"),
    /** The groups that the last single sign-on named. */
    sign_on_groups: json<string[]>("sign_on_groups").notNull(),
    /** The instant at which the directory has deleted the person, whose account is deactivated and stays. */
    deleted_at: instant("deleted_at"),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("directory_people_user_name").on(sql`"user_name" collate nocase`),
    index("directory_people_external_id").on(table.external_id),
  ],
);

export const directoryGroups = sqliteTable(
  "directory_groups",
  {
    id: text("id").primaryKey(),
    display_name: text("display_name").notNull(),
    external_id: text("external_id"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("directory_groups_display_name").on(sql`"display_name" collate nocase`),
    index("directory_groups_external_id").on(table.external_id),
  ],
);

export const directoryMembers = sqliteTable(
  "directory_members",
  {
    group_id: text("group_id")
      .notNull()
      .references(() => directoryGroups.id, { onDelete: "cascade" }),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.group_id, table.user_id] }),
    index("directory_members_user").on(table.user_id),
  ],
);

/** Rules in their order, of which the first one that names a group of a person gives the role. */
export const groupRoles = sqliteTable("group_roles", {
  position: integer("position").primaryKey(),
  /** The name of a group, or its id in the directory. */
  group_name: text("group_name").notNull(),
  role: text("role").notNull(),
});

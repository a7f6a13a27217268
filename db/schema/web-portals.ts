/** Catalogues of cards that anybody may read, without an account. */
import { index, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "./columns";
import { users } from "./users";

/**
 * The filters for the cards of its type that a portal shows. Other fields that a client has set are stored, and
 * mean nothing.
 */
export type PortalFilters = {
  /** The values that cards have one of, by the keys of attributes. */
  attributes?: Record<string, string[]> | null | undefined;
  subtypes?: string[] | null | undefined;
  tag_ids?: string[] | null | undefined;
  approval_statuses?: string[] | null | undefined;
};

export const webPortals = sqliteTable(
  "web_portals",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    slug: text("slug").notNull(),
    description: text("description"),
    /** Key of a card type. It may be gone: the portal then shows nothing. */
    card_type: text("card_type").notNull(),
    filters: json<PortalFilters | null>("filters"),
    display_fields: json<unknown[] | null>("display_fields"),
    card_config: json<Record<string, unknown> | null>("card_config"),
    is_published: flag("is_published").notNull().default(false),
    created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("web_portals_slug").on(table.slug),
    index("web_portals_card_type").on(table.card_type),
    index("web_portals_created_by").on(table.created_by),
  ],
);

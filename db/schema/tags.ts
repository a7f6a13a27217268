/** Tag groups, their tags, and tags on cards. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { flag, instant, json } from "./columns";

export const tagGroups = sqliteTable("tag_groups", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  description: text("description"),
  mode: text("mode", { enum: ["multi", "single"] })
    .notNull()
    .default("multi"),
  mandatory: flag("mandatory").notNull().default(false),
  restrict_to_types: json<string[] | null>("restrict_to_types"),
  created_at: instant("created_at").notNull(),
});

export const tags = sqliteTable(
  "tags",
  {
    id: text("id").primaryKey(),
    tag_group_id: text("tag_group_id")
      .notNull()
      .references(() => tagGroups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description"),
    color: text("color"),
    sort_order: integer("sort_order").notNull().default(0),
  },
  (table) => [index("tags_group").on(table.tag_group_id)],
);

/** The table is its own index (`WITHOUT ROWID`), which only its migration can say. */
export const cardTags = sqliteTable(
  "card_tags",
  {
    card_id: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    tag_id: text("tag_id")
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.card_id, table.tag_id] }), index("card_tags_tag").on(table.tag_id)],
);

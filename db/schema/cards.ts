/**
 * Cards, their relations and tags.
 *
 * `seq` is the row's place in the order of creation; it is the rowid, so every index ends with it for free and pages
 * are stable. JSON that goes out unchanged is plain text here. The full-text index over name and description and the
 * counts by type and status are kept by triggers (see the migrations).
 */
import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./access";
import { flag, instant, json } from "./columns";

export const cards = sqliteTable(
  "cards",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    type: text("type").notNull(),
    subtype: text("subtype"),
    name: text("name").notNull(),
    /** The name trimmed and in lower case: what must be unique among siblings. */
    nameKey: text("name_key").notNull(),
    description: text("description"),
    parentId: text("parent_id").references((): AnySQLiteColumn => cards.id),
    lifecycle: text("lifecycle"),
    attributes: text("attributes"),
    status: text("status").notNull().default("ACTIVE"),
    approvalStatus: text("approval_status").notNull().default("DRAFT"),
    dataQuality: real("data_quality").notNull().default(0),
    externalId: text("external_id"),
    alias: text("alias"),
    archivedAt: instant("archived_at"),
    createdBy: text("created_by").references((): AnySQLiteColumn => users.id, { onDelete: "set null" }),
    updatedBy: text("updated_by").references((): AnySQLiteColumn => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("cards_parent_status_name").on(table.parentId, table.status, table.name),
    index("cards_type_name_parent").on(table.type, table.nameKey, table.parentId),
    index("cards_status_name").on(table.status, table.name),
    index("cards_status_type_name").on(table.status, table.type, table.name),
    index("cards_status_approval").on(table.status, table.approvalStatus, table.name),
    index("cards_status_quality").on(table.status, table.dataQuality),
    index("cards_status_created").on(table.status, table.createdAt),
    index("cards_status_updated").on(table.status, table.updatedAt),
    index("cards_status_subtype").on(table.status, table.subtype),
    // Without a subtype it would be taken for the index of a type, which it sorts worse.
    index("cards_status_type_subtype")
      .on(table.status, table.type, table.subtype, table.name)
      .where(sql`subtype IS NOT NULL`),
    index("cards_name").on(table.name),
    index("cards_archived").on(table.archivedAt),
    index("cards_created_by").on(table.createdBy),
    index("cards_updated_by").on(table.updatedBy),
    /** What a search asks of each card that it finds, beside one another instead of scattered over the table. */
    index("cards_found").on(table.seq, table.status, table.type, table.nameKey),
  ],
);

/** How many cards there are of each kind; kept by triggers, so that the total of a list costs nothing. */
export const cardCounts = sqliteTable(
  "card_counts",
  {
    type: text("type").notNull(),
    status: text("status").notNull(),
    approvalStatus: text("approval_status").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.type, table.status, table.approvalStatus] })],
);

export const relations = sqliteTable(
  "relations",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    type: text("type").notNull(),
    sourceId: text("source_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    targetId: text("target_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    attributes: text("attributes"),
    description: text("description"),
    createdAt: instant("created_at").notNull(),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    index("relations_type").on(table.type),
    index("relations_source").on(table.sourceId, table.type),
    index("relations_target").on(table.targetId, table.type),
  ],
);

export const tagGroups = sqliteTable("tag_groups", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  description: text("description"),
  mode: text("mode", { enum: ["multi", "single"] })
    .notNull()
    .default("multi"),
  mandatory: flag("mandatory").notNull().default(false),
  restrictToTypes: json<string[] | null>("restrict_to_types"),
  createdAt: instant("created_at").notNull(),
});

export const tags = sqliteTable(
  "tags",
  {
    id: text("id").primaryKey(),
    tagGroupId: text("tag_group_id")
      .notNull()
      .references(() => tagGroups.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description"),
    color: text("color"),
    sortOrder: integer("sort_order").notNull().default(0),
  },
  (table) => [index("tags_group").on(table.tagGroupId)],
);

export const cardTags = sqliteTable(
  "card_tags",
  {
    cardId: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    tagId: text("tag_id")
      .notNull()
      .references(() => tags.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.cardId, table.tagId] }), index("card_tags_tag").on(table.tagId)],
);

export const favorites = sqliteTable(
  "user_favorites",
  {
    id: text("id").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    cardId: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.cardId] }), index("user_favorites_card").on(table.cardId)],
);

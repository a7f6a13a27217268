/**
 * Cards. `seq` is the row's place in the order of creation; it is the rowid, so every index ends with it for free
 * and pages are stable. JSON goes out unchanged here. The full-text index over name and description and the counts
 * by type and status are maintained by triggers (see the migrations).
 */
import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, jsonText } from "./columns";
import { users } from "./users";

export const cards = sqliteTable(
  "cards",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    type: text("type").notNull(),
    subtype: text("subtype"),
    name: text("name").notNull(),
    /** The name trimmed and in lower case: what must be unique among siblings. */
    name_key: text("name_key").notNull(),
    description: text("description"),
    /** Names a card, which triggers check: for a reference to its own table SQLite would rewrite all indexes of a card that moves. */
    parent_id: text("parent_id"),
    lifecycle: jsonText("lifecycle"),
    attributes: jsonText("attributes"),
    status: text("status").notNull().default("ACTIVE"),
    approval_status: text("approval_status").notNull().default("DRAFT"),
    data_quality: real("data_quality").notNull().default(0),
    external_id: text("external_id"),
    alias: text("alias"),
    archived_at: instant("archived_at"),
    created_by: text("created_by").references((): AnySQLiteColumn => users.id, { onDelete: "set null" }),
    updated_by: text("updated_by").references((): AnySQLiteColumn => users.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("cards_parent_status_name").on(table.parent_id, table.status, table.name).where(sql`parent_id IS NOT NULL`),
    index("cards_type_name_parent").on(table.type, table.name_key, table.parent_id),
    index("cards_status_name").on(table.status, table.name),
    index("cards_status_type_name").on(table.status, table.type, table.name),
    index("cards_status_approval").on(table.status, table.approval_status, table.name),
    index("cards_status_quality").on(table.status, table.data_quality),
    index("cards_status_created").on(table.status, table.created_at),
    index("cards_status_updated").on(table.status, table.updated_at),
    index("cards_status_subtype").on(table.status, table.subtype),
    // Without a subtype it would be taken for the index of a type, which it sorts worse.
    index("cards_status_type_subtype")
      .on(table.status, table.type, table.subtype, table.name)
      .where(sql`subtype IS NOT NULL`),
    index("cards_archived").on(table.archived_at).where(sql`archived_at IS NOT NULL`),
    index("cards_created_by").on(table.created_by),
    /** An import finds the cards that exist already by it. */
    index("cards_external_id").on(table.external_id, table.type).where(sql`external_id IS NOT NULL`),
    /**
     * The columns that a search asks of each card that it finds, next to one another instead of scattered over the
     * table.
     */
    index("cards_found").on(table.seq, table.status, table.type, table.name_key),
    /** The names with letters beyond ASCII, which a search compares without their accents. */
    index("cards_accented")
      .on(table.seq, table.name_key)
      .where(sql`length(CAST(name_key AS BLOB)) <> length(name_key)`),
  ],
);

/**
 * The cards whose texts a large transaction has changed, with what the full-text index holds of them: it is brought up to date
 * at the end of the transaction or soon afterwards, and the table is empty else. The card 0 says that indexing is deferred.
 */
export const unindexedCards = sqliteTable("unindexed_cards", {
  seq: integer("seq").primaryKey(),
  /** The name in the index; null when the index doesn't have the card. */
  name: text("name"),
  description: text("description"),
});

/** The number of cards of each kind, which triggers maintain, so that the total of a list costs nothing. */
export const cardCounts = sqliteTable(
  "card_counts",
  {
    type: text("type").notNull(),
    status: text("status").notNull(),
    approval_status: text("approval_status").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.type, table.status, table.approval_status] })],
);

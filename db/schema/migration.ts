/** Migrations from other tools: the uploaded files, the records staged from them, and what became of those that were applied. */
import { sql } from "drizzle-orm";
import {
  type AnySQLiteColumn,
  blob,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  unique,
} from "drizzle-orm/sqlite-core";
import { flag, instant, json, jsonText } from "./columns";
import { users } from "./users";

/** Native type → key of a field of the source → the target that was chosen for it. */
export type FieldMappings = Record<string, Record<string, string>>;

export const migrations = sqliteTable(
  "migrations",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** The key of the tool that the file is from. */
    source_type: text("source_type").notNull(),
    status: text("status", { enum: ["uploaded", "parsed", "previewed", "applying", "applied", "failed"] }).notNull(),
    /** The SHA-256 of the file; null while it is being uploaded, and until then nobody sees it. */
    file_hash: text("file_hash"),
    /** The size in bytes; while it is being uploaded, the bytes that have arrived so far. */
    file_size: integer("file_size").notNull().default(0),
    /** The form of the file, once it is parsed. */
    snapshot_version: text("snapshot_version"),
    include_archived: flag("include_archived").notNull().default(false),
    stats: jsonText("stats").notNull(),
    field_mappings: json<FieldMappings>("field_mappings").notNull(),
    error_message: text("error_message"),
    /** The user who uploaded it. */
    created_by: text("created_by").references((): AnySQLiteColumn => users.id, { onDelete: "set null" }),
    /** The user who has applied it. */
    applied_by: text("applied_by").references((): AnySQLiteColumn => users.id, { onDelete: "set null" }),
    /** The batch of the changes of the last time that it was applied. */
    batch_id: text("batch_id"),
    parsed_at: instant("parsed_at"),
    applied_at: instant("applied_at"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    unique("migrations_file").on(table.file_hash, table.source_type),
    index("migrations_created").on(table.created_at),
    index("migrations_created_by").on(table.created_by),
    index("migrations_applied_by").on(table.applied_by),
  ],
);

export const migrationPieces = sqliteTable(
  "migration_pieces",
  {
    seq: integer("seq").primaryKey(),
    migration_id: text("migration_id")
      .notNull()
      .references(() => migrations.id, { onDelete: "cascade" }),
    /** The place of its first byte in the file, counted from 0. */
    position: integer("position").notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
  },
  (table) => [unique("migration_pieces_position").on(table.migration_id, table.position)],
);

/** The kinds of staged records, in the order in which they are applied. */
export const entityKinds = [
  "metamodel_type",
  "metamodel_field",
  "metamodel_relation_type",
  "user",
  "card",
  "tag_group",
  "tag",
  "card_tag",
  "relation",
  "subscription",
  "document",
  "comment",
] as const;

export const stagedRecords = sqliteTable(
  "staged_records",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull(),
    migration_id: text("migration_id")
      .notNull()
      .references(() => migrations.id, { onDelete: "cascade" }),
    entity_kind: text("entity_kind", { enum: entityKinds }).notNull(),
    source_id: text("source_id").notNull(),
    /** A card's target type, a relation's type, or the target type of a new field. */
    card_type_key: text("card_type_key"),
    action: text("action", { enum: ["create", "update", "skip", "conflict"] }).notNull(),
    status: text("status", { enum: ["pending", "applied", "error"] })
      .notNull()
      .default("pending"),
    /** The result of applying it; null until then. */
    outcome: text("outcome", { enum: ["created", "updated", "skipped", "errors", "conflicts"] }),
    /** Its place among the records of its kind when they are applied: parents come before their children. */
    rank: integer("rank").notNull().default(0),
    display_name: text("display_name"),
    /** The record as it was read. */
    source_data: jsonText("source_data").notNull(),
    diff: jsonText("diff"),
    error_message: text("error_message"),
    /** The id of what it was matched with, or has become. */
    target_id: text("target_id"),
    /** The record that a card comes below. */
    parent_source_id: text("parent_source_id"),
  },
  (table) => [
    unique("staged_records_source").on(table.migration_id, table.entity_kind, table.source_id),
    index("staged_records_status").on(table.migration_id, table.status, table.entity_kind, table.rank),
    index("staged_records_reported")
      .on(table.migration_id, table.entity_kind, table.seq)
      .where(sql`(error_message IS NOT NULL OR action = 'conflict') AND entity_kind <> 'metamodel_type'`),
  ],
);

/** The mappings that were chosen last for the workbooks of a tool. */
export const migrationRememberedMappings = sqliteTable("migration_remembered_mappings", {
  source_type: text("source_type").primaryKey(),
  field_mappings: json<FieldMappings>("field_mappings").notNull(),
  updated_at: instant("updated_at").notNull(),
});

/** The rows that records of other tools have become, so that a later upload finds them again. */
export const migrationIdentities = sqliteTable(
  "migration_identity_map",
  {
    source_type: text("source_type").notNull(),
    entity_kind: text("entity_kind", { enum: entityKinds }).notNull(),
    source_id: text("source_id").notNull(),
    target_id: text("target_id").notNull(),
    migration_id: text("migration_id").references(() => migrations.id, { onDelete: "set null" }),
    last_seen_at: instant("last_seen_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.source_type, table.entity_kind, table.source_id] }),
    index("migration_identity_map_migration").on(table.migration_id),
  ],
);

/** ITSM synchronisation: connections to ServiceNow instances, mappings, runs, and the CIs of cards. */
import { sql } from "drizzle-orm";
import { index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { flag, instant, json, jsonText } from "./columns";
import { users } from "./users";

/** Counters of a run by their names. */
export type SyncStats = Record<string, number>;

export const servicenowConnections = sqliteTable(
  "servicenow_connections",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    instance_url: text("instance_url").notNull(),
    auth_type: text("auth_type", { enum: ["basic", "oauth2"] }).notNull(),
    /** `{ "_enc": … }`; without `_enc` they are plain ones of an imported connection. */
    credentials: jsonText("credentials").notNull().default("{}"),
    is_active: flag("is_active").notNull().default(true),
    last_tested_at: instant("last_tested_at"),
    test_status: text("test_status", { enum: ["success", "failed"] }),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [index("servicenow_connections_created").on(table.created_at, table.id)],
);

export const servicenowMappings = sqliteTable(
  "servicenow_mappings",
  {
    id: text("id").primaryKey(),
    connection_id: text("connection_id")
      .notNull()
      .references(() => servicenowConnections.id, { onDelete: "cascade" }),
    card_type_key: text("card_type_key").notNull(),
    snow_table: text("snow_table").notNull(),
    sync_direction: text("sync_direction", { enum: ["snow_to_turbo", "turbo_to_snow", "bidirectional"] }).notNull(),
    sync_mode: text("sync_mode", { enum: ["additive", "conservative", "strict"] }).notNull(),
    max_deletion_ratio: real("max_deletion_ratio").notNull(),
    filter_query: text("filter_query"),
    skip_staging: flag("skip_staging").notNull().default(false),
    is_active: flag("is_active").notNull().default(true),
    /** A cron expression in UTC. */
    schedule: text("schedule"),
    next_run_at: instant("next_run_at"),
    /** The user who set the schedule; scheduled runs may do what they may. */
    scheduled_by: text("scheduled_by").references(() => users.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("servicenow_mappings_connection").on(table.connection_id, table.created_at),
    index("servicenow_mappings_created").on(table.created_at, table.id),
    index("servicenow_mappings_due").on(table.next_run_at).where(sql`next_run_at IS NOT NULL`),
    index("servicenow_mappings_scheduler").on(table.scheduled_by),
  ],
);

export const servicenowFieldMappings = sqliteTable(
  "servicenow_field_mappings",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    mapping_id: text("mapping_id")
      .notNull()
      .references(() => servicenowMappings.id, { onDelete: "cascade" }),
    /** A dotted path on the card. */
    turbo_field: text("turbo_field").notNull(),
    /** A column of the table. */
    snow_field: text("snow_field").notNull(),
    direction: text("direction", { enum: ["snow_leads", "turbo_leads"] }).notNull(),
    transform_type: text("transform_type"),
    transform_config: json<Record<string, unknown>>("transform_config"),
    is_identity: flag("is_identity").notNull().default(false),
  },
  (table) => [index("servicenow_field_mappings_mapping").on(table.mapping_id, table.seq)],
);

export const servicenowSyncRuns = sqliteTable(
  "servicenow_sync_runs",
  {
    id: text("id").primaryKey(),
    connection_id: text("connection_id")
      .notNull()
      .references(() => servicenowConnections.id, { onDelete: "cascade" }),
    mapping_id: text("mapping_id").references(() => servicenowMappings.id, { onDelete: "set null" }),
    status: text("status", { enum: ["running", "completed", "failed"] }).notNull(),
    direction: text("direction", { enum: ["pull", "push"] }).notNull(),
    started_at: instant("started_at").notNull(),
    completed_at: instant("completed_at"),
    stats: json<SyncStats>("stats").notNull(),
    error_message: text("error_message"),
    /** The reason why it failed, or a remark on how it ended. */
    reason: text("reason"),
    created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
    auto_apply: flag("auto_apply").notNull().default(true),
    /** A pull reads only rows that were updated since. */
    changed_since: instant("changed_since"),
    /** The number of times that the table has been read to its end because it changed meanwhile. */
    passes: integer("passes").notNull().default(0),
    /** Rows of the table by the first page of a pass. */
    first_total: integer("first_total"),
    /** The batch of all that it changes. */
    batch_id: text("batch_id"),
  },
  (table) => [
    uniqueIndex("servicenow_sync_runs_running").on(table.mapping_id).where(sql`status = 'running'`),
    index("servicenow_sync_runs_started").on(table.started_at, table.id),
    index("servicenow_sync_runs_connection").on(table.connection_id, table.started_at, table.id),
    index("servicenow_sync_runs_mapping").on(table.mapping_id, table.started_at, table.id),
    index("servicenow_sync_runs_creator").on(table.created_by),
  ],
);

export const servicenowStagedRecords = sqliteTable(
  "servicenow_staged_records",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    sync_run_id: text("sync_run_id")
      .notNull()
      .references(() => servicenowSyncRuns.id, { onDelete: "cascade" }),
    mapping_id: text("mapping_id")
      .notNull()
      .references(() => servicenowMappings.id, { onDelete: "cascade" }),
    /** No reference: it outlives its card. */
    card_id: text("card_id"),
    snow_sys_id: text("snow_sys_id").notNull(),
    snow_data: jsonText("snow_data").notNull(),
    action: text("action", { enum: ["create", "update", "delete", "skip"] }).notNull(),
    /** Path on the card → `{ old, new }`. */
    diff: jsonText("diff"),
    status: text("status", { enum: ["pending", "applied", "error", "discarded"] }).notNull(),
    error_message: text("error_message"),
    reason: text("reason"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("servicenow_staged_records_row").on(table.sync_run_id, table.snow_sys_id),
    index("servicenow_staged_records_status").on(table.sync_run_id, table.status, table.seq),
    index("servicenow_staged_records_mapping").on(table.mapping_id),
  ],
);

export const servicenowIdentityMap = sqliteTable(
  "servicenow_identity_map",
  {
    seq: integer("seq").primaryKey(),
    connection_id: text("connection_id")
      .notNull()
      .references(() => servicenowConnections.id, { onDelete: "cascade" }),
    mapping_id: text("mapping_id")
      .notNull()
      .references(() => servicenowMappings.id, { onDelete: "cascade" }),
    /** No reference: it outlives its card, which the next pull then creates again. */
    card_id: text("card_id").notNull(),
    snow_sys_id: text("snow_sys_id").notNull(),
    snow_table: text("snow_table").notNull(),
    /** True when a pull created the card. */
    created_by_sync: flag("created_by_sync").notNull(),
    last_synced_at: instant("last_synced_at").notNull(),
    /** The last time that a pull found the row in the table, or a push wrote it. */
    last_seen_at: instant("last_seen_at").notNull(),
    /** Column → the value that the last push has sent for it. */
    pushed: jsonText("pushed"),
    pushed_at: instant("pushed_at"),
  },
  (table) => [
    uniqueIndex("servicenow_identity_map_row").on(table.connection_id, table.snow_table, table.snow_sys_id),
    uniqueIndex("servicenow_identity_map_card").on(table.connection_id, table.snow_table, table.card_id),
    index("servicenow_identity_map_seen").on(
      table.mapping_id,
      table.snow_table,
      table.last_seen_at,
      table.created_by_sync,
    ),
  ],
);

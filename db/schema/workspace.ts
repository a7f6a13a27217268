/**
 * Transfers of workspaces: the uploaded bundles, the changes that they would make, and the changes that they have
 * made.
 */
import { blob, index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { flag, instant, jsonText } from "./columns";
import { users } from "./users";

const user = (name: string) => text(name).references(() => users.id, { onDelete: "set null" });

export const workspaceTransfers = sqliteTable(
  "workspace_transfers",
  {
    id: text("id").primaryKey(),
    filename: text("filename").notNull(),
    /** The size in bytes; while it is being uploaded, the bytes that have arrived so far. */
    file_size: integer("file_size").notNull().default(0),
    /** True when all of it has arrived; until then nobody sees it. */
    is_complete: flag("is_complete").notNull().default(false),
    status: text("status", { enum: ["parsing", "previewed", "applying", "applied", "failed"] })
      .notNull()
      .default("parsing"),
    /** Of the bundle, once it is read. */
    format_version: text("format_version"),
    source_url: text("source_url"),
    /** The changes that applying it would make. */
    diff: jsonText("diff"),
    /** The result of applying it. */
    result: jsonText("result"),
    error_message: text("error_message"),
    /** The user who uploaded it. */
    created_by: user("created_by"),
    /** The user who has applied it. */
    applied_by: user("applied_by"),
    previewed_at: instant("previewed_at"),
    applied_at: instant("applied_at"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("workspace_transfers_complete").on(table.is_complete, table.created_at),
    index("workspace_transfers_created_by").on(table.created_by),
    index("workspace_transfers_applied_by").on(table.applied_by),
  ],
);

export const workspacePieces = sqliteTable(
  "workspace_pieces",
  {
    seq: integer("seq").primaryKey(),
    transfer_id: text("transfer_id")
      .notNull()
      .references(() => workspaceTransfers.id, { onDelete: "cascade" }),
    /** The place of its first byte in the bundle, counted from 0. */
    position: integer("position").notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
  },
  (table) => [unique("workspace_pieces_position").on(table.transfer_id, table.position)],
);

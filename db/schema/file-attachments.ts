/** Files attached to cards. Their content is stored in pieces, so that nobody has to hold a whole file in memory. */
import { blob, index, integer, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { flag, instant } from "./columns";
import { users } from "./users";

export const fileAttachments = sqliteTable(
  "file_attachments",
  {
    id: text("id").primaryKey(),
    card_id: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    mime_type: text("mime_type").notNull(),
    /** The size in bytes; while it is being uploaded, the bytes that have arrived so far. */
    size: integer("size").notNull().default(0),
    /** Mostly the key of a file category. */
    category: text("category"),
    /** True when all of it has arrived; until then nobody sees it. */
    is_complete: flag("is_complete").notNull().default(false),
    created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("file_attachments_card").on(table.card_id, table.created_at),
    index("file_attachments_creator").on(table.created_by),
    index("file_attachments_incomplete").on(table.is_complete, table.created_at),
  ],
);

export const filePieces = sqliteTable(
  "file_pieces",
  {
    seq: integer("seq").primaryKey(),
    attachment_id: text("attachment_id")
      .notNull()
      .references(() => fileAttachments.id, { onDelete: "cascade" }),
    /** The place of its first byte in the file, counted from 0. */
    position: integer("position").notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
  },
  (table) => [unique("file_pieces_position").on(table.attachment_id, table.position)],
);

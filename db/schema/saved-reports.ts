/** Stored configurations of reports, and whom they are shared with. */
import { blob, index, integer, primaryKey, sqliteTable, text, unique } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";
import { users } from "./users";

/** The preview pictures of reports, as data URLs. They are never changed: another picture is another row. */
export const savedReportPictures = sqliteTable(
  "saved_report_pictures",
  {
    id: text("id").primaryKey(),
    /** The instant since when no report has it; a rollback may still bring it back. */
    left_at: instant("left_at"),
  },
  (table) => [index("saved_report_pictures_left").on(table.left_at)],
);

/** The texts of the pictures in pieces, so that no row is large. */
export const savedReportPicturePieces = sqliteTable(
  "saved_report_picture_pieces",
  {
    seq: integer("seq").primaryKey(),
    picture_id: text("picture_id")
      .notNull()
      .references(() => savedReportPictures.id, { onDelete: "cascade" }),
    /** The place of its first byte in the text, counted from 0. */
    position: integer("position").notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
  },
  (table) => [unique("saved_report_picture_pieces_position").on(table.picture_id, table.position)],
);

export const savedReports = sqliteTable(
  "saved_reports",
  {
    id: text("id").primaryKey(),
    owner_id: text("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    description: text("description"),
    report_type: text("report_type").notNull(),
    config: json<Record<string, unknown>>("config").notNull(),
    /** The preview picture; null for none. */
    picture_id: text("picture_id").references(() => savedReportPictures.id, { onDelete: "set null" }),
    visibility: text("visibility", { enum: ["private", "public", "shared"] })
      .notNull()
      .default("private"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("saved_reports_owner").on(table.owner_id, table.updated_at),
    index("saved_reports_picture").on(table.picture_id),
    index("saved_reports_visibility").on(table.visibility, table.updated_at),
  ],
);

export const savedReportShares = sqliteTable(
  "saved_report_shares",
  {
    saved_report_id: text("saved_report_id")
      .notNull()
      .references(() => savedReports.id, { onDelete: "cascade" }),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
  },
  (table) => [
    primaryKey({ columns: [table.saved_report_id, table.user_id] }),
    index("saved_report_shares_user").on(table.user_id),
  ],
);

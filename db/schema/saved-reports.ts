/** Stored configurations of reports, and whom they are shared with. */
import { index, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, json } from "./columns";
import { users } from "./users";

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
    /** A data URL of a picture. */
    thumbnail: text("thumbnail"),
    visibility: text("visibility", { enum: ["private", "public", "shared"] })
      .notNull()
      .default("private"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("saved_reports_owner").on(table.owner_id, table.updated_at),
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

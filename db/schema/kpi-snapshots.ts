/** Key figures of the landscape, one row for each day, to compare the dashboard's with. */
import { integer, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns";

export const kpiSnapshots = sqliteTable("kpi_snapshots", {
  id: text("id").primaryKey(),
  /** YYYY-MM-DD, in UTC. */
  snapshot_date: text("snapshot_date").notNull().unique(),
  total_cards: integer("total_cards").notNull(),
  avg_data_quality: real("avg_data_quality").notNull(),
  approved_count: integer("approved_count").notNull(),
  broken_count: integer("broken_count").notNull(),
  created_at: instant("created_at").notNull(),
  updated_at: instant("updated_at").notNull(),
});

/** The positions up to which the journal is exported to whoever audits it. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns";

export const auditPositions = sqliteTable("audit_positions", {
  /** The kind of the target. */
  target: text("target", { enum: ["file", "syslog"] }).primaryKey(),
  /** The number of the last event that it has. */
  position: integer("position").notNull(),
  /** The first of the failures since the last success; null after a success. */
  failing_since: instant("failing_since"),
  last_problem: text("last_problem"),
  updated_at: instant("updated_at").notNull(),
});

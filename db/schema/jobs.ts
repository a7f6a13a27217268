/** The jobs that run by themselves: who is running each, and how its last run went. */
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns";

export const jobs = sqliteTable("jobs", {
  name: text("name").primaryKey(),
  /** The process that runs it now; others keep away until the lease is over. */
  lease_owner: text("lease_owner"),
  lease_until: instant("lease_until"),
  next_run: instant("next_run").notNull(),
  last_started: instant("last_started"),
  last_finished: instant("last_finished"),
  last_error: text("last_error"),
});

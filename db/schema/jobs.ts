/** What runs by itself: who is running it, and how its last run went. */
import { sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant } from "./columns";

export const jobs = sqliteTable("jobs", {
  name: text("name").primaryKey(),
  /** The process that runs it now; others keep away until the lease is over. */
  leaseOwner: text("lease_owner"),
  leaseUntil: instant("lease_until"),
  nextRun: instant("next_run").notNull(),
  lastStarted: instant("last_started"),
  lastFinished: instant("last_finished"),
  lastError: text("last_error"),
});

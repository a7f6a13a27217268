/** Runs: the work that no request waits for, or that comes again by itself. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { instant, jsonText } from "./columns";
import { users } from "./users";

export const runs = sqliteTable(
  "runs",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    /** The name of its declaration, as in `migration.apply`. */
    kind: text("kind").notNull(),
    /** The id of what it works on: one run of a kind and subject is unfinished at a time. */
    subject: text("subject").notNull(),
    input: jsonText("input").notNull(),
    state: text("state", { enum: ["queued", "running", "completed", "failed", "cancelled"] }).notNull(),
    phase: text("phase"),
    position: integer("position").notNull().default(0),
    /** The progress that is shown while it runs. */
    progress: jsonText("progress"),
    /** The times that it was claimed and neither ended nor was released in peace. */
    attempts: integer("attempts").notNull().default(0),
    /** The process that executes it; others leave it alone until the lease ends. */
    lease_owner: text("lease_owner"),
    lease_until: instant("lease_until"),
    /** The instant from which it can be claimed. */
    due_at: instant("due_at").notNull(),
    /** The user for whom it acts, and the role that they impersonated. */
    started_by: text("started_by").references(() => users.id, { onDelete: "set null" }),
    acting_as: text("acting_as"),
    /** The batch of all that it changes. */
    batch_id: text("batch_id"),
    /** The reason of its failure, for users; of a periodic run that of its last time. */
    error: text("error"),
    created_at: instant("created_at").notNull(),
    started_at: instant("started_at"),
    ended_at: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("runs_unfinished").on(table.kind, table.subject).where(sql`state IN ('queued', 'running')`),
    index("runs_due").on(table.due_at).where(sql`state IN ('queued', 'running')`),
    index("runs_lease").on(table.lease_owner).where(sql`lease_owner IS NOT NULL`),
    index("runs_ended").on(table.ended_at),
    index("runs_starter").on(table.started_by),
  ],
);

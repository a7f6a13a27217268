/** Assessments of processes. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { instant, json } from "./columns";
import { users } from "./users";

/** Declares a score from 1 to 5. */
const score = (name: string) => integer(name).notNull();

export const processAssessments = sqliteTable(
  "process_assessments",
  {
    id: text("id").primaryKey(),
    process_id: text("process_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    assessor_id: text("assessor_id").references(() => users.id, { onDelete: "set null" }),
    /** YYYY-MM-DD. */
    assessment_date: text("assessment_date").notNull(),
    overall_score: score("overall_score"),
    efficiency: score("efficiency"),
    effectiveness: score("effectiveness"),
    compliance: score("compliance"),
    automation: score("automation"),
    notes: text("notes"),
    action_items: json<Record<string, unknown>[]>("action_items").notNull(),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("process_assessments_process").on(table.process_id, table.assessment_date, table.created_at),
    index("process_assessments_assessor").on(table.assessor_id),
  ],
);

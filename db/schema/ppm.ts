/**
 * Project portfolio management: what belongs to an initiative. Amounts are whole thousandths of the currency's unit, in
 * which the smallest unit of any currency is a whole number. Days are texts as in 2026-01-31.
 */
import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { flag, instant, json } from "./columns";
import { users } from "./users";

const initiativeId = () =>
  text("initiative_id")
    .notNull()
    .references(() => cards.id, { onDelete: "cascade" });

const userId = (name: string) => text(name).references(() => users.id, { onDelete: "set null" });

const amount = (name: string) => integer(name).notNull();

const health = (name: string) => text(name, { enum: ["onTrack", "atRisk", "offTrack"] }).notNull();

const category = () => text("category", { enum: ["capex", "opex"] }).notNull();

const record = () => ({
  id: text("id").primaryKey(),
  initiative_id: initiativeId(),
  created_at: instant("created_at").notNull(),
  updated_at: instant("updated_at").notNull(),
});

export const ppmStatusReports = sqliteTable(
  "ppm_status_reports",
  {
    ...record(),
    reporter_id: userId("reporter_id"),
    report_date: text("report_date").notNull(),
    schedule_health: health("schedule_health"),
    cost_health: health("cost_health"),
    scope_health: health("scope_health"),
    summary: text("summary"),
    accomplishments: text("accomplishments"),
    next_steps: text("next_steps"),
  },
  (table) => [
    index("ppm_status_reports_latest").on(table.initiative_id, table.report_date, table.created_at, table.id),
    index("ppm_status_reports_reporter").on(table.reporter_id),
  ],
);

export const ppmCostLines = sqliteTable(
  "ppm_cost_lines",
  {
    ...record(),
    description: text("description").notNull(),
    category: category(),
    planned: amount("planned"),
    actual: amount("actual"),
    date: text("date"),
  },
  // With the amounts, so that sums read nothing but the index.
  (table) => [index("ppm_cost_lines_initiative").on(table.initiative_id, table.category, table.actual)],
);

export const ppmBudgetLines = sqliteTable(
  "ppm_budget_lines",
  {
    ...record(),
    fiscal_year: integer("fiscal_year").notNull(),
    category: category(),
    amount: amount("amount"),
  },
  (table) => [index("ppm_budget_lines_initiative").on(table.initiative_id, table.category, table.amount)],
);

export const ppmRisks = sqliteTable(
  "ppm_risks",
  {
    ...record(),
    title: text("title").notNull(),
    description: text("description"),
    probability: integer("probability").notNull(),
    impact: integer("impact").notNull(),
    /** Probability times impact. */
    risk_score: integer("risk_score").notNull(),
    mitigation: text("mitigation"),
    owner_id: userId("owner_id"),
    status: text("status", { enum: ["open", "mitigating", "mitigated", "closed", "accepted"] }).notNull(),
  },
  (table) => [
    index("ppm_risks_initiative").on(table.initiative_id, table.risk_score, table.created_at),
    index("ppm_risks_owner").on(table.owner_id),
  ],
);

/** The items of work breakdown structures. */
export const ppmWbs = sqliteTable(
  "ppm_wbs",
  {
    ...record(),
    parent_id: text("parent_id").references((): AnySQLiteColumn => ppmWbs.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    description: text("description"),
    start_date: text("start_date"),
    end_date: text("end_date"),
    sort_order: integer("sort_order").notNull(),
    is_milestone: flag("is_milestone").notNull(),
    completion: real("completion").notNull(),
    assignee_id: userId("assignee_id"),
    /** The weight of all tasks of the item and those below it. */
    task_weight: integer("task_weight").notNull().default(0),
    /** Twice the weight of the completed tasks, in which a half is a whole number. */
    task_progress: integer("task_progress").notNull().default(0),
  },
  (table) => [
    index("ppm_wbs_initiative").on(table.initiative_id, table.sort_order, table.created_at),
    index("ppm_wbs_parent").on(
      table.parent_id,
      table.task_weight,
      table.task_progress,
      table.start_date,
      table.end_date,
    ),
    index("ppm_wbs_assignee").on(table.assignee_id),
  ],
);

export const ppmTasks = sqliteTable(
  "ppm_tasks",
  {
    ...record(),
    title: text("title").notNull(),
    description: text("description"),
    status: text("status", { enum: ["todo", "in_progress", "done", "blocked"] }).notNull(),
    priority: text("priority", { enum: ["critical", "high", "medium", "low"] }).notNull(),
    assignee_id: userId("assignee_id"),
    start_date: text("start_date"),
    due_date: text("due_date"),
    sort_order: integer("sort_order").notNull(),
    tags: json<string[]>("tags").notNull(),
    wbs_id: text("wbs_id").references(() => ppmWbs.id, { onDelete: "set null" }),
  },
  (table) => [
    index("ppm_tasks_initiative").on(table.initiative_id, table.sort_order, table.created_at),
    index("ppm_tasks_item").on(table.wbs_id, table.status, table.start_date, table.due_date),
    index("ppm_tasks_assignee").on(table.assignee_id),
  ],
);

export const ppmTaskComments = sqliteTable(
  "ppm_task_comments",
  {
    ...record(),
    task_id: text("task_id")
      .notNull()
      .references(() => ppmTasks.id, { onDelete: "cascade" }),
    user_id: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    content: text("content").notNull(),
  },
  (table) => [
    index("ppm_task_comments_task").on(table.task_id, table.created_at),
    index("ppm_task_comments_initiative").on(table.initiative_id),
    index("ppm_task_comments_user").on(table.user_id),
  ],
);

const taskId = (name: string) => text(name).references(() => ppmTasks.id, { onDelete: "cascade" });
const itemId = (name: string) => text(name).references(() => ppmWbs.id, { onDelete: "cascade" });
/** Returns the kind of an end of a dependency, given the column that is set for a task. */
const kindOf = (end: "pred" | "succ") =>
  text(`${end}_kind`, { enum: ["task", "wbs"] })
    .notNull()
    .generatedAlwaysAs(sql.raw(`CASE WHEN ${end}_task_id IS NULL THEN 'wbs' ELSE 'task' END`));
const idOf = (end: "pred" | "succ") =>
  text(`${end}_id`)
    .notNull()
    .generatedAlwaysAs(sql.raw(`coalesce(${end}_task_id, ${end}_wbs_id)`));

/** Each row makes a task or item start after another is finished. */
export const ppmDependencies = sqliteTable(
  "ppm_dependencies",
  {
    id: text("id").primaryKey(),
    initiative_id: initiativeId(),
    created_at: instant("created_at").notNull(),
    pred_task_id: taskId("pred_task_id"),
    pred_wbs_id: itemId("pred_wbs_id"),
    succ_task_id: taskId("succ_task_id"),
    succ_wbs_id: itemId("succ_wbs_id"),
    pred_kind: kindOf("pred"),
    pred_id: idOf("pred"),
    succ_kind: kindOf("succ"),
    succ_id: idOf("succ"),
  },
  (table) => [
    uniqueIndex("ppm_dependencies_ends").on(
      table.initiative_id,
      table.pred_kind,
      table.pred_id,
      table.succ_kind,
      table.succ_id,
    ),
    index("ppm_dependencies_predecessor").on(table.pred_id),
    index("ppm_dependencies_pred_task").on(table.pred_task_id),
    index("ppm_dependencies_pred_wbs").on(table.pred_wbs_id),
    index("ppm_dependencies_succ_task").on(table.succ_task_id),
    index("ppm_dependencies_succ_wbs").on(table.succ_wbs_id),
  ],
);

/** The risk register: risks, the cards that they concern, and the mitigation tasks with their occurrences. */
import { type SQL, sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { flag, instant } from "./columns";
import { todos } from "./todos";
import { users } from "./users";

/** The steps of the two scales, the gravest first; an installation uses some of them. */
export const PROBABILITIES = ["very_high", "high", "medium", "low", "very_low"] as const;
export const IMPACTS = ["critical", "high", "medium", "low", "negligible"] as const;
/** The levels that follow from probability and impact, the gravest first. */
export const LEVELS = ["critical", "high", "medium", "low"] as const;
export const CATEGORIES = [
  "security",
  "compliance",
  "operational",
  "technology",
  "financial",
  "reputational",
  "strategic",
] as const;
export const RISK_STATUSES = [
  "identified",
  "analysed",
  "mitigation_planned",
  "in_progress",
  "mitigated",
  "monitoring",
  "accepted",
  "closed",
] as const;
export const CARD_ROLES = ["affected", "contributing", "owner_of_control"] as const;
export const RECURRENCE_UNITS = ["none", "days", "weeks", "months", "years"] as const;
export const OCCURRENCE_STATUSES = ["scheduled", "open", "done", "skipped"] as const;

const user = (name: string) => text(name).references(() => users.id, { onDelete: "set null" });
/** Returns a todo that somebody may delete. */
const todo = (name: string) => text(name).references(() => todos.id, { onDelete: "set null" });

/** Returns the place of a level among the levels: 0 for the gravest. */
const rankOf = (level: SQL) =>
  sql`CASE ${level} WHEN 'critical' THEN 0 WHEN 'high' THEN 1 WHEN 'medium' THEN 2 ELSE 3 END`;

export const risks = sqliteTable(
  "risks",
  {
    id: text("id").primaryKey(),
    number: integer("number").notNull().unique(),
    reference: text("reference").notNull().generatedAlwaysAs(sql`printf('R-%06d', number)`, { mode: "virtual" }),
    title: text("title").notNull(),
    description: text("description").notNull().default(""),
    /** Title and description in lower case, for searching. */
    search_key: text("search_key").notNull(),
    category: text("category", { enum: CATEGORIES }).notNull().default("operational"),
    source_type: text("source_type", { enum: ["manual", "compliance"] })
      .notNull()
      .default("manual"),
    source_ref: text("source_ref"),
    initial_probability: text("initial_probability", { enum: PROBABILITIES }).notNull(),
    initial_impact: text("initial_impact", { enum: IMPACTS }).notNull(),
    initial_level: text("initial_level", { enum: LEVELS }).notNull(),
    residual_probability: text("residual_probability", { enum: PROBABILITIES }),
    residual_impact: text("residual_impact", { enum: IMPACTS }),
    residual_level: text("residual_level", { enum: LEVELS }),
    /** The place of the current level, which is the residual one if there is one. */
    level_rank: integer("level_rank")
      .notNull()
      .generatedAlwaysAs(rankOf(sql`coalesce(residual_level, initial_level)`), { mode: "virtual" }),
    owner_id: user("owner_id"),
    /** The todo that asks its owner to see to it. */
    owner_todo_id: todo("owner_todo_id"),
    target_resolution_date: text("target_resolution_date"),
    /** The order of risks by date, those without a date last. */
    target_order: text("target_order")
      .notNull()
      .generatedAlwaysAs(sql`coalesce(target_resolution_date, '~')`, { mode: "virtual" }),
    status: text("status", { enum: RISK_STATUSES }).notNull().default("identified"),
    acceptance_rationale: text("acceptance_rationale"),
    accepted_by: user("accepted_by"),
    accepted_at: instant("accepted_at"),
    created_by: user("created_by"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("risks_updated").on(table.updated_at, table.id),
    index("risks_level").on(table.level_rank, table.id),
    index("risks_target").on(table.target_order, table.id),
    // All that the register is counted by.
    index("risks_figures").on(
      ...[table.status, table.category, table.initial_probability, table.initial_impact, table.initial_level],
      ...[table.residual_probability, table.residual_impact, table.residual_level],
      ...[table.target_resolution_date, table.created_at, table.source_type],
    ),
    index("risks_owner").on(table.owner_id),
    index("risks_owner_todo").on(table.owner_todo_id),
    index("risks_acceptor").on(table.accepted_by),
    index("risks_creator").on(table.created_by),
  ],
);

export const riskCards = sqliteTable(
  "risk_cards",
  {
    risk_id: text("risk_id")
      .notNull()
      .references(() => risks.id, { onDelete: "cascade" }),
    card_id: text("card_id")
      .notNull()
      .references(() => cards.id, { onDelete: "cascade" }),
    role: text("role", { enum: CARD_ROLES }).notNull().default("affected"),
  },
  (table) => [primaryKey({ columns: [table.risk_id, table.card_id] }), index("risk_cards_card").on(table.card_id)],
);

export const riskMitigationTasks = sqliteTable(
  "risk_mitigation_tasks",
  {
    id: text("id").primaryKey(),
    risk_id: text("risk_id")
      .notNull()
      .references(() => risks.id, { onDelete: "cascade" }),
    number: integer("number").notNull().unique(),
    reference: text("reference").notNull().generatedAlwaysAs(sql`printf('T-%06d', number)`, { mode: "virtual" }),
    title: text("title").notNull(),
    description: text("description"),
    owner_id: user("owner_id"),
    recurrence_unit: text("recurrence_unit", { enum: RECURRENCE_UNITS }).notNull().default("none"),
    recurrence_interval: integer("recurrence_interval").notNull().default(1),
    lead_time_days: integer("lead_time_days").notNull().default(0),
    is_active: flag("is_active").notNull().default(true),
    created_by: user("created_by"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("risk_mitigation_tasks_risk").on(table.risk_id),
    index("risk_mitigation_tasks_owner").on(table.owner_id),
    index("risk_mitigation_tasks_creator").on(table.created_by),
  ],
);

export const riskMitigationTaskOccurrences = sqliteTable(
  "risk_mitigation_task_occurrences",
  {
    id: text("id").primaryKey(),
    task_id: text("task_id")
      .notNull()
      .references(() => riskMitigationTasks.id, { onDelete: "cascade" }),
    /** 1, 2, … of each task. */
    sequence: integer("sequence").notNull(),
    assigned_owner_id: user("assigned_owner_id"),
    due_date: text("due_date"),
    status: text("status", { enum: OCCURRENCE_STATUSES }).notNull(),
    activated_at: instant("activated_at"),
    completed_at: instant("completed_at"),
    completed_by: user("completed_by"),
    owner_at_completion: user("owner_at_completion"),
    completion_notes: text("completion_notes"),
    /** The todo that asks its owner to do it. */
    todo_id: todo("todo_id"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("risk_mitigation_task_occurrences_sequence").on(table.task_id, table.sequence),
    index("risk_mitigation_task_occurrences_due").on(table.status, table.due_date),
    index("risk_mitigation_task_occurrences_assignee").on(table.assigned_owner_id),
    index("risk_mitigation_task_occurrences_completer").on(table.completed_by),
    index("risk_mitigation_task_occurrences_owner").on(table.owner_at_completion),
    index("risk_mitigation_task_occurrences_todo").on(table.todo_id),
  ],
);

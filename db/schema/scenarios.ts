/** Scenarios, which are the landscape as it would be: each has its changes, as they were asked for, and its database is made of them. */
import { blob, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { architectureDecisions } from "./adr";
import { flag, instant, json } from "./columns";
import { users } from "./users";

export const SCENARIO_STATES = ["draft", "proposed", "approved", "merged", "dropped"] as const;

export const scenarios = sqliteTable(
  "scenarios",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    question: text("question"),
    state: text("state", { enum: SCENARIO_STATES }).notNull().default("draft"),
    owner_id: text("owner_id").references(() => users.id, { onDelete: "set null" }),
    /** The moment of the landscape that it begins with, as in the history. */
    base_seq: integer("base_seq").notNull(),
    base_at: instant("base_at").notNull(),
    base_event: integer("base_event").notNull(),
    target_date: text("target_date"),
    decision_id: text("decision_id").references(() => architectureDecisions.id, { onDelete: "set null" }),
    merged_at: instant("merged_at"),
    merged_batch_id: text("merged_batch_id"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [
    index("scenarios_created").on(table.created_at),
    index("scenarios_owner").on(table.owner_id),
    index("scenarios_decision").on(table.decision_id),
  ],
);

/** A member sees a scenario in addition to its owner: a user, or everybody with a role. */
export const scenarioMembers = sqliteTable(
  "scenario_members",
  {
    id: text("id").primaryKey(),
    scenario_id: text("scenario_id")
      .notNull()
      .references(() => scenarios.id, { onDelete: "cascade" }),
    user_id: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    role: text("role"),
    may_change: flag("may_change").notNull().default(false),
  },
  (table) => [
    uniqueIndex("scenario_members_user").on(table.scenario_id, table.user_id),
    uniqueIndex("scenario_members_role").on(table.scenario_id, table.role),
    index("scenario_members_of").on(table.user_id),
  ],
);

/** The columns of a call within a scenario, as it was asked for. */
const callColumns = {
  /** Also the seed of the ids that it creates. */
  id: text("id").primaryKey(),
  scenario_id: text("scenario_id")
    .notNull()
    .references(() => scenarios.id, { onDelete: "cascade" }),
  position: integer("position").notNull(),
  /** Its method and path, as in `patch /cards/{card_id}`. */
  operation: text("operation").notNull(),
  /** The path and the parameters with which it was called. */
  url: text("url").notNull(),
  params: json<unknown>("params"),
  query: json<unknown>("query"),
  body: blob("body", { mode: "buffer" }),
  content_type: text("content_type"),
  /** The batch that its header names, which another change has opened. */
  named_batch: text("named_batch"),
  /** The answer of others, such as a language model, with which it is made. */
  answered: json<unknown>("answered"),
  user_id: text("user_id").references(() => users.id, { onDelete: "set null" }),
  at: instant("at").notNull(),
};

/** The changes of a scenario in their order, as they were asked for. */
export const scenarioChanges = sqliteTable(
  "scenario_changes",
  {
    ...callColumns,
    /** The summary of the operation. */
    summary: text("summary").notNull(),
    /** The events that it published in the scenario: the first, without what they hold. */
    events: json<ScenarioEvent[]>("events").notNull(),
    /** The number of the moment in the history at which it was merged into the landscape. */
    merged_seq: integer("merged_seq"),
  },
  (table) => [
    uniqueIndex("scenario_changes_order").on(table.scenario_id, table.position),
    index("scenario_changes_user").on(table.user_id),
  ],
);

/**
 * The calls whose results are derived from a scenario and are no changes of it, such as analyses: with them the results are found again
 * in a database that is made anew. The position is that of the last change before.
 */
export const scenarioResults = sqliteTable(
  "scenario_results",
  {
    ...callColumns,
    /** The steps of the run that it has started, as compressed JSON; null when it has started none. */
    steps: blob("steps", { mode: "buffer" }),
  },
  (table) => [
    index("scenario_results_order").on(table.scenario_id, table.position),
    index("scenario_results_user").on(table.user_id),
  ],
);

/** An event of a scenario, as far as it is shown with the change that published it. */
export type ScenarioEvent = { type: string; card_id: string | null; name: string | null };

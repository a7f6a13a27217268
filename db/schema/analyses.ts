/** Analyses: their runs, what they have found, and the saved sessions of the architecture wizard. */
import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { instant, json, jsonText } from "./columns";
import { users } from "./users";

const stamps = { created_at: instant("created_at").notNull(), updated_at: instant("updated_at").notNull() };

/** Returns the engine that found it: `local`, or the name of a language model. */
const engine = () => text("engine").notNull().default("local");

/** The states of a run. */
export type RunStatus = "queued" | "running" | "completed" | "failed" | "cancelled";

export const analysisRuns = sqliteTable(
  "turbolens_analysis_runs",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    analysis_type: text("analysis_type").notNull(),
    status: text("status").$type<RunStatus>().notNull(),
    started_at: instant("started_at").notNull(),
    completed_at: instant("completed_at"),
    results: jsonText("results"),
    error_message: text("error_message"),
    created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
    ...stamps,
  },
  (table) => [
    /** One run of a kind at a time. */
    uniqueIndex("turbolens_runs_unfinished").on(table.analysis_type).where(sql`status IN ('queued', 'running')`),
    index("turbolens_runs_started").on(table.started_at),
    index("turbolens_runs_creator").on(table.created_by),
  ],
);

export const vendorAnalyses = sqliteTable(
  "turbolens_vendor_analysis",
  {
    id: text("id").primaryKey(),
    vendor_name: text("vendor_name").notNull().unique(),
    category: text("category").notNull(),
    sub_category: text("sub_category").notNull().default(""),
    reasoning: text("reasoning").notNull().default(""),
    app_count: integer("app_count").notNull().default(0),
    total_cost: real("total_cost").notNull().default(0),
    app_list: jsonText("app_list"),
    engine: engine(),
    analysed_at: instant("analysed_at").notNull(),
    ...stamps,
  },
  (table) => [index("turbolens_vendor_analysis_count").on(table.app_count, table.vendor_name)],
);

export const vendorHierarchy = sqliteTable(
  "turbolens_vendor_hierarchy",
  {
    id: text("id").primaryKey(),
    canonical_name: text("canonical_name").notNull().unique(),
    vendor_type: text("vendor_type").notNull().default("vendor"),
    parent_id: text("parent_id").references((): AnySQLiteColumn => vendorHierarchy.id, { onDelete: "set null" }),
    aliases: jsonText("aliases"),
    category: text("category"),
    sub_category: text("sub_category"),
    app_count: integer("app_count").notNull().default(0),
    itc_count: integer("itc_count").notNull().default(0),
    total_cost: real("total_cost").notNull().default(0),
    confidence: real("confidence"),
    linked_card_ids: jsonText("linked_card_ids"),
    engine: engine(),
    analysed_at: instant("analysed_at").notNull(),
    ...stamps,
  },
  (table) => [
    index("turbolens_vendor_hierarchy_count").on(table.app_count, table.canonical_name),
    index("turbolens_vendor_hierarchy_parent").on(table.parent_id),
  ],
);

/** A user's decision about a cluster; all but `pending` is remembered by later runs. */
export type ClusterStatus = "pending" | "confirmed" | "investigating" | "dismissed";

export const duplicateClusters = sqliteTable(
  "turbolens_duplicate_clusters",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    cluster_name: text("cluster_name").notNull(),
    card_type: text("card_type").notNull(),
    functional_domain: text("functional_domain"),
    card_ids: json<string[]>("card_ids").notNull(),
    card_names: json<string[]>("card_names").notNull(),
    evidence: text("evidence").notNull().default(""),
    /** The parts of its most alike members that match, and those that do not, one sentence each. */
    matches: json<string[]>("matches").notNull().default([]),
    differences: json<string[]>("differences").notNull().default([]),
    recommendation: text("recommendation").notNull().default(""),
    /** From 0 to 1; null where a model has not said. */
    score: real("score"),
    status: text("status").$type<ClusterStatus>().notNull().default("pending"),
    engine: engine(),
    analysed_at: instant("analysed_at").notNull(),
    ...stamps,
  },
  (table) => [
    index("turbolens_clusters_analysed").on(table.analysed_at),
    index("turbolens_clusters_status").on(table.status),
  ],
);

export const modernizations = sqliteTable(
  "turbolens_modernization_assessments",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    target_type: text("target_type").notNull(),
    cluster_id: text("cluster_id").references(() => duplicateClusters.id, { onDelete: "set null" }),
    card_id: text("card_id").references(() => cards.id, { onDelete: "set null" }),
    card_name: text("card_name"),
    current_tech: text("current_tech").notNull().default(""),
    modernization_type: text("modernization_type").notNull().default(""),
    recommendation: text("recommendation").notNull().default(""),
    effort: text("effort").notNull().default("medium"),
    priority: text("priority").notNull().default("medium"),
    status: text("status").notNull().default("pending"),
    /** The facts that led to the recommendation, one sentence each. */
    facts: jsonText("facts"),
    engine: engine(),
    analysed_at: instant("analysed_at").notNull(),
    ...stamps,
  },
  (table) => [
    index("turbolens_modernizations_analysed").on(table.analysed_at),
    index("turbolens_modernizations_type").on(table.target_type),
    index("turbolens_modernizations_cluster").on(table.cluster_id),
    index("turbolens_modernizations_card").on(table.card_id),
  ],
);

export const assessments = sqliteTable(
  "turbolens_assessments",
  {
    seq: integer("seq").primaryKey(),
    id: text("id").notNull().unique(),
    title: text("title").notNull(),
    requirement: text("requirement").notNull(),
    status: text("status").$type<"saved" | "committed">().notNull().default("saved"),
    session_data: jsonText("session_data").notNull(),
    initiative_id: text("initiative_id").references(() => cards.id, { onDelete: "set null" }),
    created_by: text("created_by").references(() => users.id, { onDelete: "set null" }),
    ...stamps,
  },
  (table) => [
    index("turbolens_assessments_created").on(table.created_at),
    index("turbolens_assessments_initiative").on(table.initiative_id),
    index("turbolens_assessments_creator").on(table.created_by),
  ],
);

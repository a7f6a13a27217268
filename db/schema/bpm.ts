/** BPMN models of processes, the elements read from them, and the versions of their flows. */
import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { cards } from "./cards";
import { flag, instant, json, jsonText } from "./columns";
import { todos } from "./todos";
import { users } from "./users";

/** The links of an element of a flow, and its fields of the client's own. */
export type ElementLinks = {
  application_id?: string;
  data_object_id?: string;
  it_component_id?: string;
  custom_fields?: Record<string, unknown>;
};

const processId = () =>
  text("process_id")
    .notNull()
    .references(() => cards.id, { onDelete: "cascade" });

const userId = (name: string) => text(name).references(() => users.id, { onDelete: "set null" });

const cardLink = (name: string) => text(name).references(() => cards.id, { onDelete: "set null" });

/** The long texts of a row stand last, so that queries without them don't read past them. */
export const processDiagrams = sqliteTable(
  "process_diagrams",
  {
    id: text("id").primaryKey(),
    process_id: processId(),
    version: integer("version").notNull(),
    created_by: userId("created_by"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
    svg_thumbnail: text("svg_thumbnail"),
    bpmn_xml: text("bpmn_xml").notNull(),
  },
  (table) => [
    uniqueIndex("process_diagrams_version").on(table.process_id, table.version),
    index("process_diagrams_creator").on(table.created_by),
  ],
);

export const processElements = sqliteTable(
  "process_elements",
  {
    id: text("id").primaryKey(),
    process_id: processId(),
    bpmn_element_id: text("bpmn_element_id").notNull(),
    element_type: text("element_type").notNull(),
    name: text("name"),
    lane_name: text("lane_name"),
    is_automated: flag("is_automated").notNull().default(false),
    sequence_order: integer("sequence_order").notNull(),
    application_id: cardLink("application_id"),
    data_object_id: cardLink("data_object_id"),
    it_component_id: cardLink("it_component_id"),
    custom_fields: jsonText("custom_fields"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
    documentation: text("documentation"),
  },
  (table) => [
    uniqueIndex("process_elements_bpmn_id").on(table.process_id, table.bpmn_element_id),
    index("process_elements_order").on(table.process_id, table.sequence_order),
    index("process_elements_application").on(table.application_id, table.process_id),
    index("process_elements_data_object").on(table.data_object_id, table.process_id),
    index("process_elements_it_component").on(table.it_component_id, table.process_id),
  ],
);

export const processFlowVersions = sqliteTable(
  "process_flow_versions",
  {
    id: text("id").primaryKey(),
    process_id: processId(),
    status: text("status", { enum: ["draft", "pending", "published", "archived"] })
      .notNull()
      .default("draft"),
    revision: integer("revision").notNull(),
    created_by: userId("created_by"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
    submitted_by: userId("submitted_by"),
    submitted_at: instant("submitted_at"),
    approved_by: userId("approved_by"),
    approved_at: instant("approved_at"),
    archived_at: instant("archived_at"),
    based_on_id: text("based_on_id").references((): AnySQLiteColumn => processFlowVersions.id, {
      onDelete: "set null",
    }),
    /** BPMN id → links that the approval applies. */
    draft_element_links: json<Record<string, ElementLinks>>("draft_element_links"),
    /** BPMN id → links that the elements had when the version was archived. */
    archived_element_links: json<Record<string, ElementLinks>>("archived_element_links"),
    /** The last rejection of a draft, until it is submitted again: its author, time and reason. */
    rejected_by: userId("rejected_by"),
    rejected_at: instant("rejected_at"),
    rejection_reason: text("rejection_reason"),
    svg_thumbnail: text("svg_thumbnail"),
    bpmn_xml: text("bpmn_xml").notNull(),
  },
  (table) => [
    uniqueIndex("process_flow_versions_revision").on(table.process_id, table.revision),
    uniqueIndex("process_flow_versions_published").on(table.process_id).where(sql`status = 'published'`),
    index("process_flow_versions_status").on(table.process_id, table.status, table.created_at),
    index("process_flow_versions_base").on(table.based_on_id),
    index("process_flow_versions_creator").on(table.created_by),
    index("process_flow_versions_submitter").on(table.submitted_by),
    index("process_flow_versions_approver").on(table.approved_by),
    index("process_flow_versions_rejecter").on(table.rejected_by),
  ],
);

/** The todos that ask for the approval of a version. */
export const processFlowApprovals = sqliteTable(
  "process_flow_approvals",
  {
    todo_id: text("todo_id")
      .primaryKey()
      .references(() => todos.id, { onDelete: "cascade" }),
    version_id: text("version_id")
      .notNull()
      .references(() => processFlowVersions.id, { onDelete: "cascade" }),
  },
  (table) => [index("process_flow_approvals_version").on(table.version_id)],
);

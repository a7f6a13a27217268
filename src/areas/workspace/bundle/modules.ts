/** The sheets whose rows are the rows of a table: what belongs to cards, and the data of the modules. */
import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { tables } from "../../../../db";
import { columnsOf, type TableColumn } from "./tables";

/** A sheet of the rows of a table. */
export type ModuleSheet = {
  name: string;
  table: string;
  columns: ReadonlyMap<string, TableColumn>;
  values: readonly string[];
  /** The columns that refer to cards, and to users. */
  cards: readonly string[];
  users: readonly string[];
  /** The columns whose texts are assets → the endings of their files. */
  assets: Readonly<Record<string, string>>;
  /** Headers of what else a row has; whoever writes and reads it knows the sheet. */
  extra: readonly string[];
  /** Columns of which no two rows have the same. */
  key: readonly string[];
  /** Columns by which a row under another id is the same, too. */
  same: readonly string[] | undefined;
  /** The column that refers to another row of the table. */
  parent: string | undefined;
  /** Values that are not read as they are stored: their SQL, over `t`. Those that are no columns are not written. */
  read: Readonly<Record<string, string>>;
  /** The rows that are exported, as SQL over `t`. */
  where: string;
};

type Rest = Partial<Pick<ModuleSheet, "assets" | "extra" | "key" | "same" | "parent" | "read" | "where">> & {
  cards?: string;
  users?: string;
};

const words = (text = "") => text.split(" ").filter(Boolean);

/** @param values the names of the columns that are written as they are, in their order */
function sheet(name: string, table: SQLiteTable, values: string, { cards, users, ...rest }: Rest): ModuleSheet {
  return {
    name,
    table: getTableName(table),
    columns: columnsOf(table),
    values: words(values),
    cards: words(cards),
    users: words(users),
    assets: {},
    extra: [],
    key: ["id"],
    same: undefined,
    parent: undefined,
    read: {},
    where: "TRUE",
    ...rest,
  };
}

/** SQL for an id that is made of the two ids of a link, which has none of its own. */
const madeOf = (one: string, other: string) => ({ id: `substr(t.${one}, 1, 18) || substr(t.${other}, 19)` });
/** SQL for amounts in units of the currency. */
const units = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, `t.${column} / 1000.0`]));

const BPMN = { bpmn_xml: "bpmn", svg_thumbnail: "svg" };

/** The sheets of modules, in their order. */
export const moduleSheets: readonly ModuleSheet[] = [
  sheet("Stakeholders", tables.stakeholders, "role id", {
    cards: "card_id",
    users: "user_id",
    same: ["card_id", "user_id", "role"],
  }),
  sheet("Documents", tables.documents, "name url type id", { cards: "card_id", users: "created_by" }),
  sheet("Comments", tables.comments, "content parent_id id", {
    cards: "card_id",
    users: "user_id",
    parent: "parent_id",
  }),
  sheet(
    "Todos",
    tables.todos,
    "description status link is_system due_date series_id recurrence_unit recurrence_interval lead_time_days id",
    { cards: "card_id", users: "assigned_to created_by" },
  ),
  sheet("FileAttachments", tables.fileAttachments, "name mime_type size category id", {
    cards: "card_id",
    users: "created_by",
    extra: ["data__asset"],
    where: "t.is_complete = 1",
  }),
  sheet("Diagrams", tables.diagrams, "name description id", {
    users: "created_by",
    extra: ["data__meta", "data__xml__asset"],
  }),
  sheet("DiagramGroups", tables.diagramGroups, "name color sort_order id", { users: "created_by" }),
  sheet("DiagramFavorites", tables.diagramFavorites, "id diagram_id", {
    users: "user_id",
    key: ["user_id", "diagram_id"],
    read: madeOf("user_id", "diagram_id"),
  }),
  sheet("ProcessDiagrams", tables.processDiagrams, "version id", {
    cards: "process_id",
    users: "created_by",
    assets: BPMN,
  }),
  sheet(
    "ProcessElements",
    tables.processElements,
    "bpmn_element_id element_type name documentation lane_name is_automated sequence_order custom_fields id",
    { cards: "process_id application_id data_object_id it_component_id" },
  ),
  sheet(
    "ProcessFlowVersions",
    tables.processFlowVersions,
    "status revision submitted_at approved_at archived_at based_on_id draft_element_links id",
    { cards: "process_id", users: "created_by submitted_by approved_by", assets: BPMN, parent: "based_on_id" },
  ),
  sheet(
    "ProcessAssessments",
    tables.processAssessments,
    "assessment_date overall_score efficiency effectiveness compliance automation notes action_items id",
    { cards: "process_id", users: "assessor_id" },
  ),
  sheet(
    "PpmStatusReports",
    tables.ppmStatusReports,
    "report_date schedule_health cost_health scope_health summary accomplishments next_steps id",
    { cards: "initiative_id", users: "reporter_id" },
  ),
  sheet("PpmCostLines", tables.ppmCostLines, "description category planned actual date id", {
    cards: "initiative_id",
    read: units("planned", "actual"),
  }),
  sheet("PpmBudgetLines", tables.ppmBudgetLines, "fiscal_year category amount id", {
    cards: "initiative_id",
    read: units("amount"),
  }),
  sheet("PpmRisks", tables.ppmRisks, "title description probability impact risk_score mitigation status id", {
    cards: "initiative_id",
    users: "owner_id",
  }),
  sheet(
    "PpmWbs",
    tables.ppmWbs,
    "parent_id title description start_date end_date sort_order is_milestone completion id",
    { cards: "initiative_id", users: "assignee_id", parent: "parent_id" },
  ),
  sheet(
    "PpmTasks",
    tables.ppmTasks,
    "title description status priority start_date due_date sort_order tags wbs_id id",
    { cards: "initiative_id", users: "assignee_id" },
  ),
  sheet("PpmTaskComments", tables.ppmTaskComments, "task_id content id", { users: "user_id" }),
  sheet("PpmDependencies", tables.ppmDependencies, "kind pred_task_id pred_wbs_id succ_task_id succ_wbs_id id", {
    cards: "initiative_id",
    read: { kind: "'FS'" },
  }),
  sheet(
    "Risks",
    tables.risks,
    "reference title description category source_type source_ref initial_probability initial_impact initial_level " +
      "residual_probability residual_impact residual_level target_resolution_date status acceptance_rationale accepted_at id",
    { users: "owner_id accepted_by created_by" },
  ),
  sheet("RiskCards", tables.riskCards, "risk_id role", { cards: "card_id", key: ["risk_id", "card_id"] }),
  sheet(
    "RiskMitigationTasks",
    tables.riskMitigationTasks,
    "reference risk_id title description recurrence_unit recurrence_interval lead_time_days is_active id",
    { users: "owner_id created_by" },
  ),
  sheet(
    "RiskMitTaskOccurrences",
    tables.riskMitigationTaskOccurrences,
    "task_id sequence due_date status activated_at completed_at completion_notes id",
    { users: "assigned_owner_id completed_by owner_at_completion" },
  ),
  sheet(
    "Adrs",
    tables.architectureDecisions,
    "reference_number title status context decision consequences alternatives_considered related_decisions " +
      "revision_number parent_id signatories signed_at id",
    { users: "created_by", parent: "parent_id" },
  ),
  sheet("AdrCards", tables.architectureDecisionCards, "architecture_decision_id id", {
    cards: "card_id",
    key: ["architecture_decision_id", "card_id"],
    read: madeOf("architecture_decision_id", "card_id"),
  }),
  sheet(
    "Soaws",
    tables.statementsOfArchitectureWork,
    "name status document_info version_history sections revision_number parent_id signatories signed_at id",
    { cards: "initiative_id", users: "created_by", parent: "parent_id" },
  ),
  sheet("SavedReports", tables.savedReports, "name description report_type config thumbnail visibility id", {
    users: "owner_id",
  }),
  sheet("Bookmarks", tables.bookmarks, "name card_type filters columns sort is_default visibility odata_enabled id", {
    users: "user_id",
  }),
  sheet(
    "WebPortals",
    tables.webPortals,
    "name slug description card_type filters display_fields card_config is_published id",
    { users: "created_by" },
  ),
  sheet(
    "Surveys",
    tables.surveys,
    "name description message status target_type_key target_filters target_roles fields sent_at closed_at id",
    { users: "created_by" },
  ),
  sheet("SurveyResponses", tables.surveyResponses, "survey_id status responses applied responded_at applied_at id", {
    cards: "card_id",
    users: "user_id",
    same: ["survey_id", "card_id", "user_id"],
  }),
];

/** The headers of a sheet. */
export const headersOf = ({ values, cards, users, assets, extra }: ModuleSheet): string[] => [
  ...values,
  ...cards.flatMap((column) => [`${column}__ref`, `${column}__type`]),
  ...users.map((column) => `${column}__email`),
  ...Object.keys(assets).map((column) => `${column}__asset`),
  ...extra,
];

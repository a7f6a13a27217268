/** /risks, /mitigation-tasks, /cards/{card_id}/risks and /settings/risk-matrix */
import { z } from "zod";
import { allOf, checkedInService } from "../../core/access/operation-permission";
import { del, get, MANY_ROWS, type Operation, patch, post } from "../../core/api/operation";
import { LARGEST_LIST } from "../../http/json";
import { listOfTexts, SliceQuery, slice } from "../../http/pagination";
import { jsonText } from "../../http/responses";
import { Ok, PathKey } from "../../http/schemas";
import { TABLE_FILE } from "../../http/tables";
import { riskMatrix, updateRiskMatrix } from "./matrix";
import * as model from "./model";
import { exportRisks } from "./register/export";
import { importRisks } from "./register/import";
import { ImportReport, RiskImport } from "./register/import-model";
import { concernsMany, createCardLinks, deleteCardLink } from "./register/links";
import { riskMetrics } from "./register/metrics";
import { listRisks, listRisksOfCard, requireRisk } from "./register/read";
import { changeRisk, createRisk, deleteRisk } from "./register/risks";
import { requireRiskRow } from "./register/rows";
import { statusRules } from "./register/status";
import { finishOccurrence, promoteOccurrence } from "./tasks/occurrences";
import { exportTasks, listOccurrences, listTasks, requireTask } from "./tasks/read";
import { requireTaskRow } from "./tasks/rows";
import { changeTask, createTask, deleteTask } from "./tasks/tasks";

const VIEW = { permission: "risks.view", refusals: [400] } as const;
const MANAGE = { permission: "risks.manage", refusals: [400] } as const;
const RISK = { answer: model.Risk } as const;
const TASK = { answer: model.MitigationTask } as const;
/** The refusals of operations on a risk that must not be changed in its state. */
const CONFLICT = [400, 409] as const;
const NO_BODY = { body: model.Nothing, bodyOptional: true } as const;
const Slice = z.object(SliceQuery);

/** Ids are checked by the services: a risk may be named by its reference, and what is no id is a 400. */
const ofRisk = { params: z.object({ risk_id: PathKey }) } as const;
const ofTask = { params: z.object({ task_id: PathKey }) } as const;
const ofOccurrence = { params: z.object({ task_id: PathKey, occurrence_id: PathKey }) } as const;

/** True when the events of a change are many. */
const oneRisk = { writesMuch: ({ params }: Params) => concernsMany(params["risk_id"] ?? "") };
const oneTask = { writesMuch: ({ params }: Params) => concernsMany(requireTaskRow(params["task_id"] ?? "").risk.id) };
type Params = { params: Record<string, string> };

/** Rows of an import that are written on the server's thread. */
const FEW_ROWS = 20;

export const operations: readonly Operation[] = [
  get(
    "/risks",
    "A page of the risk register",
    {
      ...VIEW,
      query: model.RiskQuery,
      answer: model.RiskPage,
      readsMuch: ({ search, where }) => Boolean(search || where),
    },
    ({ query }) => jsonText(listRisks(query)),
  ),
  post(
    "/risks",
    "Create a risk",
    {
      ...MANAGE,
      ...RISK,
      body: model.NewRisk,
      writesMuch: ({ body }) => body.card_ids.length > MANY_ROWS,
    },
    ({ actor, body }) => requireRisk(createRisk(actor, body)),
  ),
  get(
    "/risks/metrics",
    "The risk register in figures",
    { ...VIEW, query: model.MetricsQuery, answer: model.RiskMetrics, readsMuch: true },
    ({ query }) => riskMetrics(query),
  ),
  get(
    "/risks/statuses",
    "The statuses of risks in their order, each with those that may follow it",
    { own: true, permission: "risks.view", answer: model.RiskStatusRule.array() },
    () => statusRules(),
  ),
  post(
    "/risks/bulk-import",
    "Create risks from the rows of a spreadsheet, or report what would be created",
    {
      permission: "risks.manage",
      body: RiskImport,
      largestBody: LARGEST_LIST,
      answer: ImportReport,
      writesMuch: ({ body }) => body.items.length > FEW_ROWS,
    },
    ({ actor, body }) => importRisks(actor, body),
  ),
  get(
    "/risks/export",
    "The risks that match as CSV or as a workbook",
    { own: true, permission: allOf("risks.view", "inventory.export"), ...TABLE_FILE, query: model.ExportQuery },
    ({ query: { format, bom, ...query } }) => exportRisks(query, format, bom),
  ),
  get(
    "/risks/mitigation-tasks/export",
    "The mitigation tasks of the risks that match, with all of their occurrences",
    { ...VIEW, query: model.RiskFilters, answer: model.MitigationTask.array(), readsMuch: true },
    ({ query }) => jsonText(`[${exportTasks(query).join(",")}]`),
  ),
  get(
    "/risks/{risk_id}",
    "A risk, by its id or its reference",
    { versioned: true, ...VIEW, ...RISK, ...ofRisk },
    ({ params }) => requireRisk(requireRiskRow(params.risk_id).id),
  ),
  patch(
    "/risks/{risk_id}",
    "Update the fields of a risk that are given",
    {
      current: ({ params }) => requireRisk(requireRiskRow(params.risk_id).id),
      ...MANAGE,
      ...RISK,
      ...ofRisk,
      ...oneRisk,
      body: model.RiskChanges,
      refusals: CONFLICT,
    },
    ({ actor, params, body }) => requireRisk(changeRisk(actor, params.risk_id, body)),
  ),
  del(
    "/risks/{risk_id}",
    "Delete a risk with its mitigation tasks",
    { ...MANAGE, ...ofRisk, answer: Ok, writesMuch: true },
    ({ actor, params }) => deleteRisk(actor, params.risk_id),
  ),
  post(
    "/risks/{risk_id}/cards",
    "Link a risk to more cards",
    {
      operationId: "linkRiskCard",
      ...MANAGE,
      ...RISK,
      ...ofRisk,
      body: model.CardLinks,
      refusals: CONFLICT,
      writesMuch: ({ body }) => body.card_ids.length > MANY_ROWS,
    },
    ({ actor, params, body }) => requireRisk(createCardLinks(actor, params.risk_id, body)),
  ),
  del(
    "/risks/{risk_id}/cards/{card_id}",
    "Unlink a risk from a card",
    {
      operationId: "unlinkRiskCard",
      ...MANAGE,
      ...RISK,
      params: z.object({ risk_id: PathKey, card_id: PathKey }),
      refusals: CONFLICT,
    },
    ({ actor, params }) => requireRisk(deleteCardLink(actor, params.risk_id, params.card_id)),
  ),
  get(
    "/cards/{card_id}/risks",
    "The risks that a card is linked to, the one changed last first",
    { ...VIEW, params: z.object({ card_id: PathKey }), query: Slice, answer: model.Risk.array(), readsMuch: true },
    ({ params, query }) => listOfTexts(listRisksOfCard(params.card_id), query),
  ),
  get(
    "/risks/{risk_id}/mitigation-tasks",
    "The mitigation tasks of a risk, active ones first",
    { ...VIEW, ...ofRisk, query: Slice, answer: model.MitigationTask.array(), readsMuch: true },
    ({ params, query }) => listOfTexts(listTasks(params.risk_id), query),
  ),
  post(
    "/risks/{risk_id}/mitigation-tasks",
    "Create a mitigation task",
    { ...MANAGE, ...TASK, ...ofRisk, ...oneRisk, body: model.NewTask, refusals: CONFLICT },
    ({ actor, params, body }) => requireTask(createTask(actor, params.risk_id, body)),
  ),
  patch(
    "/mitigation-tasks/{task_id}",
    "Update the fields of a mitigation task that are given",
    {
      current: ({ params }) => requireTask(requireTaskRow(params.task_id).task.id),
      ...MANAGE,
      ...TASK,
      ...ofTask,
      ...oneTask,
      body: model.TaskChanges,
      refusals: CONFLICT,
    },
    ({ actor, params, body }) => requireTask(changeTask(actor, params.task_id, body)),
  ),
  del(
    "/mitigation-tasks/{task_id}",
    "Delete a mitigation task with its occurrences",
    { ...MANAGE, ...ofTask, answer: Ok, refusals: CONFLICT, writesMuch: true },
    ({ actor, params }) => deleteTask(actor, params.task_id),
  ),
  get(
    "/mitigation-tasks/{task_id}/occurrences",
    "The occurrences of a mitigation task, the latest first",
    { ...VIEW, ...ofTask, query: Slice, answer: model.Occurrence.array(), readsMuch: true },
    ({ params, query, set }) => slice(listOccurrences(params.task_id), query, set),
  ),
  post(
    "/mitigation-tasks/{task_id}/occurrences/{occurrence_id}/complete",
    "Complete an occurrence; whoever carries it may do so",
    {
      permission: checkedInService("risks.manage", "owner"),
      ...TASK,
      ...ofOccurrence,
      ...oneTask,
      body: model.Completion,
      bodyOptional: true,
      refusals: CONFLICT,
    },
    ({ actor, params: { task_id, occurrence_id }, body }) =>
      requireTask(finishOccurrence(actor, task_id, occurrence_id, "done", body.notes)),
  ),
  post(
    "/mitigation-tasks/{task_id}/occurrences/{occurrence_id}/skip",
    "Skip an occurrence of a mitigation task",
    { ...MANAGE, ...TASK, ...ofOccurrence, ...oneTask, body: model.Completion, bodyOptional: true, refusals: CONFLICT },
    ({ actor, params: { task_id, occurrence_id }, body }) =>
      requireTask(finishOccurrence(actor, task_id, occurrence_id, "skipped", body.notes)),
  ),
  post(
    "/mitigation-tasks/{task_id}/occurrences/{occurrence_id}/promote",
    "Open a scheduled occurrence before its time",
    { ...MANAGE, ...TASK, ...ofOccurrence, ...oneTask, ...NO_BODY, refusals: CONFLICT },
    ({ actor, params }) => requireTask(promoteOccurrence(actor, params.task_id, params.occurrence_id)),
  ),
  get(
    "/settings/risk-matrix",
    "Which level of a risk follows from which probability and impact",
    { own: true, versioned: true, permission: "risks.view", answer: model.RiskMatrix },
    () => riskMatrix(),
  ),
  patch(
    "/settings/risk-matrix",
    "Set the risk matrix; the levels of all risks follow",
    {
      own: true,
      landscape: false,
      current: () => riskMatrix(),
      permission: "admin.settings",
      body: model.RiskMatrix,
      answer: model.RiskMatrix,
      refusals: [409],
      writesMuch: true,
    },
    ({ actor, body }) => {
      updateRiskMatrix(actor, body);
      return riskMatrix();
    },
  ),
];

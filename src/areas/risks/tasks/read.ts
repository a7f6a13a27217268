/** Mitigation tasks as they are read. SQLite makes the JSON that goes out. */
import { statement } from "../../../../db";
import { clause, type Value, valuesOf } from "../../../../db/query";
import { notFound } from "../../../http/errors";
import { MAX_ROWS } from "../../../http/pagination";
import type { MitigationTask, RiskFilters } from "../model";
import { riskConditions } from "../register/filters";
import { requireRiskRow } from "../register/rows";
import { requireTaskRow } from "./rows";

const nameOf = (column: string) => `(SELECT display_name FROM users WHERE id = ${column})`;

const members = (table: string, columns: readonly string[]) =>
  columns.map((column) => `'${column}', ${table}.${column}`).join(", ");

const OCCURRENCE = [
  "id",
  "task_id",
  "sequence",
  "assigned_owner_id",
  "due_date",
  "status",
  "activated_at",
  "completed_at",
  "completed_by",
  "owner_at_completion",
  "completion_notes",
  "created_at",
];
const TASK = [
  "id",
  "risk_id",
  "reference",
  "title",
  "description",
  "owner_id",
  "recurrence_unit",
  "recurrence_interval",
  "lead_time_days",
  "created_by",
  "created_at",
  "updated_at",
];

/** SQL for the JSON of a task `t` with all of its occurrences. */
const TEXT = `json_object(${members("t", TASK)}, 'owner_name', ${nameOf("t.owner_id")},
  'is_active', json(iif(t.is_active, 'true', 'false')),
  'occurrences', json((SELECT json_group_array(json_object(${members("o", OCCURRENCE)}, 'updated_at', o.created_at,
      'assigned_owner_name', ${nameOf("o.assigned_owner_id")}, 'completed_by_name', ${nameOf("o.completed_by")},
      'owner_at_completion_name', ${nameOf("o.owner_at_completion")}) ORDER BY o.sequence DESC)
    FROM risk_mitigation_task_occurrences o WHERE o.task_id = t.id)))`;

const textsOf = (rest: string, ...values: Value[]): string[] =>
  statement<unknown>(`SELECT ${TEXT} FROM risk_mitigation_tasks t ${rest}`)
    .values(...values)
    .map(([text]) => text as string);

/**
 * Lists the tasks of a risk, active ones first, then the oldest first, as JSON.
 * @param riskKey id or reference of the risk
 * @throws Problem 400, 404
 */
export const listTasks = (riskKey: string): string[] =>
  textsOf("WHERE t.risk_id = ? ORDER BY t.is_active DESC, t.created_at, t.id", requireRiskRow(riskKey).id);

/** Returns the tasks of the risks that a query asks for, by their risks, as JSON. @throws Problem 400 */
export function exportTasks(filters: RiskFilters): string[] {
  const conditions = riskConditions(filters);
  return textsOf(
    `WHERE t.risk_id IN (SELECT r.id FROM risks r ${clause(conditions)})
     ORDER BY t.risk_id, t.created_at, t.id LIMIT ${MAX_ROWS}`,
    ...valuesOf(conditions),
  );
}

/**
 * Finds a task with all of its occurrences.
 * @throws Problem 404
 */
export function requireTask(id: string): MitigationTask {
  const [text] = textsOf("WHERE t.id = ?", id);
  if (text === undefined) throw notFound("Mitigation task");
  return JSON.parse(text) as MitigationTask;
}

/** Lists the occurrences of a task, the latest first. @throws Problem 400, 404 */
export const listOccurrences = (key: string) => requireTask(requireTaskRow(key).task.id).occurrences;

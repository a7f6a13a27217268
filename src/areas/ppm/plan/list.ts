/** Work breakdown structures as they are read. */
import { allValues, statement } from "../../../../db";
import { oneDecimal } from "../../../platform/rounding";
import { requireInitiative } from "../initiatives";
import { nameSql } from "../people";
import type { WbsItem } from "./model";

const COUNT = "(SELECT count(*) FROM ppm_tasks t WHERE t.wbs_id = w.id)";
const DONE = "(SELECT count(*) FROM ppm_tasks t WHERE t.wbs_id = w.id AND t.status = 'done')";

/** Returns SQL for a share in percent, to one decimal; a tie goes to the even digit. */
const percentage = (part: string, whole: string) =>
  `(1000 * ${part} / ${whole} + (2 * (1000 * ${part} % ${whole}) + 1000 * ${part} / ${whole} % 2 > ${whole})) / 10.0`;

/** An item as JSON, which the database writes faster than the server. */
const SELECT = `SELECT json_object('id', w.id, 'initiative_id', w.initiative_id, 'parent_id', w.parent_id, 'title', w.title,
    'description', w.description, 'start_date', w.start_date, 'end_date', w.end_date, 'sort_order', w.sort_order,
    'is_milestone', json(iif(w.is_milestone, 'true', 'false')), 'completion', w.completion, 'assignee_id', w.assignee_id,
    'assignee_name', ${nameSql("u")}, 'progress', iif(w.tasks = 0, 0, ${percentage("w.done", "w.tasks")}),
    'task_count', w.tasks, 'created_at', w.created_at, 'updated_at', w.updated_at) AS item
  FROM (SELECT *, ${COUNT} AS tasks, ${DONE} AS done FROM ppm_wbs w WHERE `;
const WITH_ASSIGNEE = ") w LEFT JOIN users u ON u.id = w.assignee_id";

/** Finds an item that exists. */
export const requireItem = (id: string): WbsItem => {
  const [row] = statement<{ item: string }, [string]>(`${SELECT} w.id = ? ${WITH_ASSIGNEE}`).all(id);
  return JSON.parse(row?.item ?? "null") as WbsItem;
};

/**
 * Lists the items of an initiative's work breakdown structure, in their order, each as JSON.
 * @throws Problem 404
 */
export function listItems(initiativeId: string): string[] {
  requireInitiative(initiativeId);
  return allValues<string>(
    `${SELECT} w.initiative_id = ? ${WITH_ASSIGNEE} ORDER BY w.sort_order, w.created_at, w.id`,
    initiativeId,
  );
}

/**
 * Returns the completion of an initiative: the mean of the items at the top of its work breakdown structure, 0 without any.
 * @throws Problem 404
 */
export function completionOf(initiativeId: string): number {
  requireInitiative(initiativeId);
  const { mean } = statement<{ mean: number | null }, [string]>(
    "SELECT avg(completion) AS mean FROM ppm_wbs WHERE initiative_id = ? AND +parent_id IS NULL",
  ).get(initiativeId) as { mean: number | null };
  return oneDecimal(mean ?? 0);
}

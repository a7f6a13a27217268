/** Work breakdown structures as they are read. */
import { statement } from "../../../../db";
import { oneDecimal } from "../../../platform/rounding";
import { requireInitiative } from "../initiatives";
import { nameSql } from "../people";
import type { WbsItem } from "./model";

const SELECT = `SELECT w.id, w.initiative_id, w.parent_id, w.title, w.description, w.start_date, w.end_date, w.sort_order,
  w.is_milestone, w.completion, w.assignee_id, ${nameSql("u")} AS assignee_name,
  (SELECT count(*) FROM ppm_tasks t WHERE t.wbs_id = w.id AND t.status = 'done') AS done,
  (SELECT count(*) FROM ppm_tasks t WHERE t.wbs_id = w.id) AS task_count, w.created_at, w.updated_at
  FROM ppm_wbs w LEFT JOIN users u ON u.id = w.assignee_id`;

type Selected = Omit<WbsItem, "is_milestone" | "progress"> & { is_milestone: 0 | 1; done: number };

const serialize = ({ done, ...row }: Selected): WbsItem => ({
  ...row,
  is_milestone: row.is_milestone === 1,
  progress: row.task_count === 0 ? 0 : oneDecimal((done / row.task_count) * 100),
});

/** An item that exists. */
export const getItem = (id: string): WbsItem =>
  serialize(statement<Selected, [string]>(`${SELECT} WHERE w.id = ?`).get(id) as Selected);

/**
 * The items of an initiative's work breakdown structure, in their order.
 * @throws Problem 404
 */
export function listItems(initiativeId: string): WbsItem[] {
  requireInitiative(initiativeId);
  return statement<Selected, [string]>(`${SELECT} WHERE w.initiative_id = ? ORDER BY w.sort_order, w.created_at, w.id`)
    .all(initiativeId)
    .map(serialize);
}

/**
 * How far an initiative is: the mean of the items at the top of its work breakdown structure, 0 without any.
 * @throws Problem 404
 */
export function completionOf(initiativeId: string): number {
  requireInitiative(initiativeId);
  const { mean } = statement<{ mean: number | null }, [string]>(
    "SELECT avg(completion) AS mean FROM ppm_wbs WHERE initiative_id = ? AND +parent_id IS NULL",
  ).get(initiativeId) as { mean: number | null };
  return oneDecimal(mean ?? 0);
}

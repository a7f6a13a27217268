/** Tasks as they are read. */
import { statement } from "../../../../db";
import { requireInitiative } from "../initiatives";
import { nameSql } from "../people";
import type { Task } from "./model";

const SELECT = `SELECT t.id, t.initiative_id, t.title, t.description, t.status, t.priority, t.assignee_id,
  ${nameSql("u")} AS assignee_name, t.start_date, t.due_date, t.sort_order, t.tags, t.wbs_id,
  (SELECT count(*) FROM ppm_task_comments c WHERE c.task_id = t.id) AS comment_count, t.created_at, t.updated_at
  FROM ppm_tasks t LEFT JOIN users u ON u.id = t.assignee_id`;

type Selected = Omit<Task, "tags"> & { tags: string };

const serialize = (row: Selected): Task => ({ ...row, tags: JSON.parse(row.tags) as string[] });

/** A task that exists. */
export const getTask = (id: string): Task =>
  serialize(statement<Selected, [string]>(`${SELECT} WHERE t.id = ?`).get(id) as Selected);

/**
 * The tasks of an initiative, in their order.
 * @throws Problem 404
 */
export function listTasks(initiativeId: string): Task[] {
  requireInitiative(initiativeId);
  return statement<Selected, [string]>(`${SELECT} WHERE t.initiative_id = ? ORDER BY t.sort_order, t.created_at, t.id`)
    .all(initiativeId)
    .map(serialize);
}

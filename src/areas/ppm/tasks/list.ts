/** Tasks as they are read. */
import { allValues, statement } from "../../../../db";
import { requireInitiative } from "../initiatives";
import { nameSql } from "../people";
import type { Task } from "./model";

/** A task as JSON, which the database writes faster than the server. */
const SELECT = `SELECT json_object('id', t.id, 'initiative_id', t.initiative_id, 'title', t.title,
    'description', t.description, 'status', t.status, 'priority', t.priority, 'assignee_id', t.assignee_id,
    'assignee_name', ${nameSql("u")}, 'start_date', t.start_date, 'due_date', t.due_date, 'sort_order', t.sort_order,
    'tags', json(t.tags), 'wbs_id', t.wbs_id,
    'comment_count', (SELECT count(*) FROM ppm_task_comments c WHERE c.task_id = t.id),
    'created_at', t.created_at, 'updated_at', t.updated_at) AS task
  FROM ppm_tasks t LEFT JOIN users u ON u.id = t.assignee_id`;

/** Finds a task that exists. */
export const requireTask = (id: string): Task => {
  const [row] = statement<{ task: string }, [string]>(`${SELECT} WHERE t.id = ?`).all(id);
  return JSON.parse(row?.task ?? "null") as Task;
};

/**
 * Lists the tasks of an initiative, in their order, each as JSON.
 * @throws Problem 404
 */
export function listTasks(initiativeId: string): string[] {
  requireInitiative(initiativeId);
  return allValues<string>(
    `${SELECT} WHERE t.initiative_id = ? ORDER BY t.sort_order, t.created_at, t.id`,
    initiativeId,
  );
}

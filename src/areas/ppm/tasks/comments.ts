/** Comments on tasks. The author of one may change it, whatever else they may. */
import { statement, transaction } from "../../../../db";
import { type Actor, may } from "../../../core/access/actor";
import { forbidden } from "../../../http/errors";
import { createRecord, deleteRecord, type Row, requireRecord, updateRecord } from "../records";
import type { TaskComment } from "./model";

const SELECT = `SELECT c.id, c.task_id, c.user_id, coalesce(u.display_name, '') AS user_display_name, c.content,
  c.created_at, c.updated_at FROM ppm_task_comments c LEFT JOIN users u ON u.id = c.user_id`;

/** A comment that exists. */
export const requireComment = (id: string): TaskComment =>
  statement<TaskComment, [string]>(`${SELECT} WHERE c.id = ?`).get(id) as TaskComment;

/** The comments on a task, oldest first; none for an unknown task. */
export const listComments = (taskId: string): TaskComment[] =>
  statement<TaskComment, [string]>(`${SELECT} WHERE c.task_id = ? ORDER BY c.created_at, c.id`).all(taskId);

/**
 * Comments on a task. Publishes `ppm.task_comment.created`.
 * @throws Problem 404
 */
export const createComment = (actor: Actor, taskId: string, content: string): TaskComment =>
  transaction(() => {
    const { initiative_id } = requireRecord("task", taskId);
    const columns = { task_id: taskId, user_id: actor.userId, content };
    return requireComment(createRecord(actor, "task_comment", initiative_id, columns).id);
  });

/** True when the actor may change a comment. */
export const mayChange = (actor: Actor, { user_id }: Pick<Row<"task_comment">, "user_id">): boolean =>
  user_id === actor.userId || may(actor, "ppm.manage");

/** @throws Problem 404; 403 for others than its author without the right to manage projects */
function requireChangeable(actor: Actor, id: string): Row<"task_comment"> {
  const row = requireRecord("task_comment", id);
  if (!mayChange(actor, row)) throw forbidden("Not allowed");
  return row;
}

/**
 * Replaces the text of a comment. Publishes `ppm.task_comment.updated`.
 * @throws Problem 404, 403
 */
export const updateComment = (actor: Actor, id: string, content: string): TaskComment =>
  transaction(() => {
    updateRecord(actor, "task_comment", requireChangeable(actor, id), { content });
    return requireComment(id);
  });

/**
 * Deletes a comment. Publishes `ppm.task_comment.deleted`.
 * @throws Problem 404, 403
 */
export const deleteComment = (actor: Actor, id: string): void =>
  transaction(() => deleteRecord(actor, "task_comment", requireChangeable(actor, id)));

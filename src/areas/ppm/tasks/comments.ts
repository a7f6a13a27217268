/** Comments on tasks. The author of one may change it, whatever else they may. */
import { statement, transaction } from "../../../../db";
import { type Actor, may, permissionsOf } from "../../../core/access/actor";
import { grants } from "../../../core/access/permissions";
import { mentionsIn } from "../../../core/notify/mentions";
import { notify } from "../../../core/notify/notify";
import { forbidden } from "../../../http/errors";
import { createRecord, deleteRecord, type Row, records, updateRecord } from "../records";
import { linkOf } from "./assignee";
import type { TaskComment } from "./model";

const SELECT = `SELECT c.id, c.task_id, c.user_id, coalesce(u.display_name, '') AS user_display_name, c.content,
  c.created_at, c.updated_at FROM ppm_task_comments c LEFT JOIN users u ON u.id = c.user_id`;

/** Finds a comment that exists. */
export const requireComment = (id: string): TaskComment =>
  statement<TaskComment, [string]>(`${SELECT} WHERE c.id = ?`).get(id) as TaskComment;

/** Lists the comments on a task, oldest first; none for an unknown task. */
export const listComments = (taskId: string): TaskComment[] =>
  statement<TaskComment, [string]>(`${SELECT} WHERE c.task_id = ? ORDER BY c.created_at, c.id`).all(taskId);

/** Characters of a comment and of a title that a notification shows. */
const EXCERPT = 80;
/** Earlier commenters who are notified. */
const MAX_COMMENTERS = 50;

const excerptOf = (text: string) => text.slice(0, EXCERPT).toWellFormed();

type User = { id: string; role: string };

/** Returns the assignee of a task, and those who have commented on it, the last ones first. */
const followersOf = ({ id, assignee_id }: Row<"task">): User[] =>
  statement<User, [string | null, string, number]>(
    `SELECT id, role FROM users WHERE id = ?1 OR id IN (
       SELECT user_id FROM ppm_task_comments WHERE task_id = ?2 GROUP BY user_id ORDER BY max(created_at) DESC LIMIT ?3)`,
  ).all(assignee_id, id, MAX_COMMENTERS);

/** Notifies those who follow a task of a comment, as far as they may see projects. */
function notifyCommented(actor: Actor, task: Row<"task">, comment: { id: string; content: string }): void {
  const people = [...followersOf(task), ...mentionsIn(comment.content)];
  const readers = people.filter(({ role }) => grants(permissionsOf(role), "ppm.view")).map(({ id }) => id);
  notify(
    actor,
    [...new Set(readers)].map((userId) => ({
      userId,
      type: "task_commented",
      title: "New Comment on a Task",
      message: `${actor.displayName} commented on "${excerptOf(task.title)}": ${excerptOf(comment.content)}`,
      link: linkOf(task),
      data: { task_id: task.id, comment_id: comment.id },
      cardId: task.initiative_id,
      actorId: actor.userId,
    })),
  );
}

/**
 * Comments on a task. Publishes `ppm.task_comment.created`, and notifies its assignee, those who have commented on it before, and
 * whom the comment mentions.
 * @throws Problem 404
 */
export const createComment = (actor: Actor, taskId: string, content: string): TaskComment =>
  transaction(() => {
    const task = records("task").require(taskId);
    const columns = { task_id: taskId, user_id: actor.userId, content };
    const { id } = createRecord(actor, "task_comment", task.initiative_id, columns);
    notifyCommented(actor, task, { id, content });
    return requireComment(id);
  });

/** Checks whether the actor may change a comment. */
export const mayChange = (actor: Actor, { user_id }: Pick<Row<"task_comment">, "user_id">): boolean =>
  user_id === actor.userId || may(actor, "ppm.manage");

/** @throws Problem 404; 403 for others than its author without the right to manage projects */
function requireChangeable(actor: Actor, id: string): Row<"task_comment"> {
  const row = records("task_comment").require(id);
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

/** The tasks of initiatives: the items that they belong to and the todos of their assignees follow every change. */
import { statement, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { invalid, refused } from "../../../http/errors";
import { requireInitiative } from "../initiatives";
import { requireUser } from "../people";
import { deleteDependenciesOf } from "../plan/dependencies";
import { followInPlan } from "../plan/follow";
import { createRecord, deleteRecord, type Row, records, updateRecord } from "../records";
import { deleteTodo, followTask, notifyAssignee } from "./assignee";
import { requireTask } from "./list";
import type { NewTask, Task, TaskChanges } from "./model";

/** @throws Problem 422 when there is no such item; 400 when it is of another initiative */
function requireItemRow(initiativeId: string, id: string | null | undefined): void {
  if (!id) return;
  const item = records("wbs_item").find(id);
  if (!item) throw invalid(["body", "wbs_id"], "must be the id of a WBS item", "value_error", id);
  if (item.initiative_id !== initiativeId) throw refused("wbs_id: the WBS item belongs to another initiative");
}

/**
 * Creates a task, and a todo and a notification for its assignee. Publishes `ppm.task.created`.
 * @throws Problem 404; 422 for an assignee or an item that doesn't exist; 400 for an item of another initiative
 */
export const createTask = (actor: Actor, initiativeId: string, task: NewTask): Task =>
  transaction(() => {
    const initiative = requireInitiative(initiativeId);
    requireUser("assignee_id", task.assignee_id);
    requireItemRow(initiativeId, task.wbs_id);
    const row = createRecord(actor, "task", initiativeId, task, ({ wbs_id }) => followInPlan([wbs_id]));
    // A new todo is open, also that of a task that is done already.
    followTask(actor, row, initiative);
    notifyAssignee(actor, row, initiative);
    return requireTask(row.id);
  });

/**
 * Updates the fields that are given; a new assignee is notified. Publishes `ppm.task.updated`.
 * @throws Problem as `createTask`
 */
export const updateTask = (actor: Actor, id: string, { tags, ...changes }: TaskChanges): Task =>
  transaction(() => {
    const before = records("task").require(id);
    const initiative = requireInitiative(before.initiative_id);
    requireUser("assignee_id", changes.assignee_id);
    requireItemRow(before.initiative_id, changes.wbs_id);
    const columns = { ...changes, ...(tags !== undefined && { tags: tags ?? [] }) };
    const row = updateRecord(actor, "task", before, columns, (after) => followInPlan([before.wbs_id, after.wbs_id]));
    followTask(actor, row, initiative);
    if (row.assignee_id !== before.assignee_id) notifyAssignee(actor, row, initiative);
    return requireTask(id);
  });

/** Deletes the comments of a task. Publishes `ppm.task_comment.deleted`. */
function deleteComments(actor: Actor, task: Row<"task">): void {
  const ids = statement<{ id: string }, [string]>(
    "SELECT id FROM ppm_task_comments WHERE task_id = ? ORDER BY created_at DESC, id DESC",
  ).all(task.id);
  const comments = records("task_comment").list(ids.map(({ id }) => id));
  for (const comment of comments) deleteRecord(actor, "task_comment", comment);
}

/**
 * Deletes a task with its comments, its dependencies and its todo. Publishes `ppm.task.deleted`, after the events of what goes
 * with it.
 * @throws Problem 404
 */
export const deleteTask = (actor: Actor, id: string): void =>
  transaction(() => {
    const row = records("task").require(id);
    deleteComments(actor, row);
    deleteDependenciesOf(actor, [id]);
    deleteTodo(actor, row);
    deleteRecord(actor, "task", row, () => followInPlan([row.wbs_id]));
  });

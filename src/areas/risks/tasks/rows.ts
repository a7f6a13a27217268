/** Access to the rows of mitigation tasks and their occurrences. */

import { eq } from "drizzle-orm";
import { db, statement, tables } from "../../../../db";
import { recordsOf } from "../../../core/records";
import { notFound, refused } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";
import { changedColumns, findRisk, linkOf, type RiskRow } from "../register/rows";

const { riskMitigationTasks: tasks, riskMitigationTaskOccurrences: occurrences } = tables;

export type TaskRow = typeof tasks.$inferSelect;
/** Columns of a task that can be set. */
export type TaskColumns = Partial<
  Omit<TaskRow, "id" | "risk_id" | "number" | "reference" | "created_by" | "created_at" | "updated_at">
>;
export type OccurrenceRow = typeof occurrences.$inferSelect;
/** Columns of an occurrence that can be set. */
export type OccurrenceColumns = Partial<Omit<OccurrenceRow, "id" | "task_id" | "sequence" | "created_at">>;

/** A task with its risk. */
export type TaskOfRisk = { task: TaskRow; risk: RiskRow };

/** Returns the page of the front end that shows a task. */
export const linkOfTask = ({ id, risk_id }: Pick<TaskRow, "id" | "risk_id">): string =>
  `${linkOf({ id: risk_id })}?task=${id}`;

/** Returns the page of the front end where an occurrence is done. */
export const linkOfOccurrence = (task: TaskRow, { id }: OccurrenceRow): string =>
  `${linkOfTask(task)}#occurrence-${id}`;

/** The rows of tasks; the occurrences of a deleted one go with it. */
export const taskRows = recordsOf(tasks, "Mitigation task");
/** The rows of occurrences. */
export const occurrenceRows = recordsOf(occurrences, "Occurrence");

/** Returns the tasks of a risk, the oldest first. */
export const tasksOf = (riskId: string): TaskRow[] =>
  db.select().from(tasks).where(eq(tasks.risk_id, riskId)).orderBy(tasks.number).all();

/**
 * Finds a task with its risk.
 * @throws Problem 400 for what is no id, 404
 */
export function requireTaskRow(key: string): TaskOfRisk {
  const id = parseUuid(key);
  if (!id) throw refused("Invalid task id");
  const task = taskRows.require(id);
  return { task, risk: findRisk(task.risk_id) as RiskRow };
}

/** The snapshot of an occurrence for a rollback; its todo follows from it. */
export type OccurrenceSnapshot = Omit<OccurrenceRow, "todo_id">;

/** Returns the snapshot of an occurrence that changes, for a rollback. */
export function snapshotOccurrence({ todo_id: _, ...occurrence }: OccurrenceRow): OccurrenceSnapshot {
  return occurrence;
}

/** Updates the columns that differ, and if any does, when the task was changed. */
export function updateTask(row: TaskRow, columns: TaskColumns): TaskRow {
  const changed = changedColumns(row, columns);
  return Object.keys(changed).length === 0 ? row : taskRows.update(row, changed);
}

/** Returns the occurrences of a task, the first one first. */
export const occurrencesOf = (taskId: string): OccurrenceRow[] =>
  db.select().from(occurrences).where(eq(occurrences.task_id, taskId)).orderBy(occurrences.sequence).all();

/** Returns the occurrence whose owner is asked by a todo; undefined when there is none. */
export const occurrenceOfTodo = (todoId: string): OccurrenceRow | undefined =>
  db.select().from(occurrences).where(eq(occurrences.todo_id, todoId)).get();

/** Returns the occurrence of a task that is to be done; undefined when there is none. */
export const liveOccurrence = (taskId: string): OccurrenceRow | undefined => {
  const found = statement<{ id: string }, [string]>(
    `SELECT id FROM risk_mitigation_task_occurrences WHERE task_id = ? AND status IN ('scheduled', 'open')
     ORDER BY sequence DESC LIMIT 1`,
  ).get(taskId);
  return found ? occurrenceRows.find(found.id) : undefined;
};

/**
 * Finds an occurrence of a task.
 * @throws Problem 400 for what is no id, 404 also for one of another task
 */
export function requireOccurrence(taskId: string, key: string): OccurrenceRow {
  const id = parseUuid(key);
  if (!id) throw refused("Invalid occurrence id");
  const row = occurrenceRows.find(id);
  if (row?.task_id !== taskId) throw notFound("Occurrence");
  return row;
}

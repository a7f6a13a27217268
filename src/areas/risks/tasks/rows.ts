/** Access to the rows of mitigation tasks and their occurrences. */
import { eq } from "drizzle-orm";
import { db, statement, tables } from "../../../../db";
import { found, notFound, refused } from "../../../http/errors";
import { nowAfter } from "../../../platform/clock";
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

/** Finds a task; undefined when there is none. */
export const findTask = (id: string): TaskRow | undefined => db.select().from(tasks).where(eq(tasks.id, id)).get();

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
  const task = found(findTask(id), "Mitigation task");
  return { task, risk: findRisk(task.risk_id) as RiskRow };
}

/** The snapshot of an occurrence for a rollback; its todo follows from it. */
export type OccurrenceSnapshot = Omit<OccurrenceRow, "todo_id">;

/** Returns the snapshot of an occurrence that changes, for a rollback. */
export function snapshotOccurrence({ todo_id: _, ...occurrence }: OccurrenceRow): OccurrenceSnapshot {
  return occurrence;
}

/** Inserts a task. */
export const createTaskRow = (row: typeof tasks.$inferInsert): TaskRow =>
  db.insert(tasks).values(row).returning().get();

/** Updates the columns that differ, and if any does, when the task was changed. */
export function updateTask(row: TaskRow, columns: TaskColumns): TaskRow {
  const changed = changedColumns(row, columns);
  if (Object.keys(changed).length === 0) return row;
  return db
    .update(tasks)
    .set({ ...changed, updated_at: nowAfter(row.updated_at) })
    .where(eq(tasks.id, row.id))
    .returning()
    .get();
}

/** Deletes a task with its occurrences. */
export const deleteTaskRow = (id: string): void => void db.delete(tasks).where(eq(tasks.id, id)).run();

/** Returns the occurrences of a task, the first one first. */
export const occurrencesOf = (taskId: string): OccurrenceRow[] =>
  db.select().from(occurrences).where(eq(occurrences.task_id, taskId)).orderBy(occurrences.sequence).all();

/** Finds an occurrence; undefined when there is none. */
export const findOccurrence = (id: string): OccurrenceRow | undefined =>
  db.select().from(occurrences).where(eq(occurrences.id, id)).get();

/** Returns the occurrence whose owner is asked by a todo; undefined when there is none. */
export const occurrenceOfTodo = (todoId: string): OccurrenceRow | undefined =>
  db.select().from(occurrences).where(eq(occurrences.todo_id, todoId)).get();

/** Returns the occurrence of a task that is to be done; undefined when there is none. */
export const liveOccurrence = (taskId: string): OccurrenceRow | undefined => {
  const found = statement<{ id: string }, [string]>(
    `SELECT id FROM risk_mitigation_task_occurrences WHERE task_id = ? AND status IN ('scheduled', 'open')
     ORDER BY sequence DESC LIMIT 1`,
  ).get(taskId);
  return found ? findOccurrence(found.id) : undefined;
};

/**
 * Finds an occurrence of a task.
 * @throws Problem 400 for what is no id, 404 also for one of another task
 */
export function requireOccurrence(taskId: string, key: string): OccurrenceRow {
  const id = parseUuid(key);
  if (!id) throw refused("Invalid occurrence id");
  const row = findOccurrence(id);
  if (row?.task_id !== taskId) throw notFound("Occurrence");
  return row;
}

/** Inserts an occurrence. */
export const createOccurrenceRow = (row: typeof occurrences.$inferInsert): OccurrenceRow =>
  db.insert(occurrences).values(row).returning().get();

/** Updates columns of an occurrence. */
export const updateOccurrence = ({ id }: OccurrenceRow, columns: OccurrenceColumns): OccurrenceRow =>
  db.update(occurrences).set(columns).where(eq(occurrences.id, id)).returning().get();

/** Deletes an occurrence. */
export const deleteOccurrence = (id: string): void => void db.delete(occurrences).where(eq(occurrences.id, id)).run();

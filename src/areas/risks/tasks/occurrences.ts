/** The occurrences of mitigation tasks: scheduled, opened, done or skipped, and followed by the next. */
import { transaction } from "../../../../db";
import { type Actor, may } from "../../../core/access/actor";
import type { Author } from "../../../core/journal/journal";
import { conflict, forbidden } from "../../../http/errors";
import { now, today } from "../../../platform/clock";
import { isOpenOn, nextDueDay } from "../../todos";
import { requireNotClosed } from "../register/status";
import { notifyAssignee, publishOccurrence } from "./events";
import {
  type OccurrenceRow,
  occurrenceRows,
  requireOccurrence,
  requireTaskRow,
  snapshotOccurrence,
  type TaskOfRisk,
  type TaskRow,
  updateTask,
} from "./rows";
import { syncTodo } from "./todos";

/** Checks whether the time of an occurrence has come. */
export const isDue = ({ lead_time_days }: Pick<TaskRow, "lead_time_days">, dueDate: string | null): boolean =>
  dueDate === null || isOpenOn(today(), dueDate, lead_time_days);

/** Asks who carries an open occurrence to do it: a todo and a notification. @returns the occurrence, which names its todo */
export function request(author: Author, of: TaskOfRisk, occurrence: OccurrenceRow): OccurrenceRow {
  const asked = syncTodo(author, of, occurrence);
  notifyAssignee(author, of, asked);
  return asked;
}

/**
 * Creates an occurrence of a task for its owner; part of the running transaction. Publishes `risk_mitigation_task.created`.
 * @param after the one that it follows
 */
export function createOccurrence(
  author: Author,
  of: TaskOfRisk,
  due_date: string | null,
  after?: OccurrenceRow,
): OccurrenceRow {
  const { task } = of;
  const isOpen = task.recurrence_unit === "none" || isDue(task, due_date);
  const occurrence = occurrenceRows.create({
    task_id: task.id,
    sequence: (after?.sequence ?? 0) + 1,
    assigned_owner_id: task.owner_id,
    due_date,
    status: isOpen ? "open" : "scheduled",
  });
  publishOccurrence(
    author,
    "created",
    of,
    occurrence,
    after && { rolled_from_occurrence_id: after.id, snapshot: () => ({ rolled: true }) },
  );
  return isOpen ? request(author, of, occurrence) : occurrence;
}

/**
 * Opens a scheduled occurrence for the owner of its task; part of the running transaction. Publishes
 * `risk_mitigation_task.activated`, and asks the owner to do it.
 */
export function openOccurrence(author: Author, of: TaskOfRisk, scheduled: OccurrenceRow): OccurrenceRow {
  const activated_at = now();
  const open = occurrenceRows.update(scheduled, { status: "open", activated_at, assigned_owner_id: of.task.owner_id });
  publishOccurrence(author, "activated", of, open, {
    activated_at,
    snapshot: { occurrence: snapshotOccurrence(scheduled) },
  });
  return request(author, of, open);
}

/** @throws Problem 409 for one that is finished */
function requireUnfinished({ status }: OccurrenceRow, action: string): void {
  if (status === "done" || status === "skipped") throw conflict(`An occurrence that is ${status} can't be ${action}`);
}

/**
 * Opens a scheduled occurrence before its time; an open one stays as it is.
 * @returns the id of the task
 * @throws Problem 400, 404, 409 for one that is finished, or when the risk is closed
 */
export function promoteOccurrence(actor: Actor, taskKey: string, key: string): string {
  return transaction(() => {
    const of = requireTaskRow(taskKey);
    const occurrence = requireOccurrence(of.task.id, key);
    requireUnfinished(occurrence, "opened");
    requireNotClosed(of.risk);
    if (occurrence.status === "scheduled") openOccurrence(actor, of, occurrence);
    return of.task.id;
  });
}

/** Returns the due date of the occurrence after one; undefined beyond the year 9999. */
const dueAfter = ({ recurrence_unit: unit, recurrence_interval }: TaskRow, { due_date }: OccurrenceRow) =>
  unit === "none" ? undefined : nextDueDay(due_date ?? today(), unit, recurrence_interval);

type Outcome = "done" | "skipped";

/** Finishes an open occurrence, and begins the next one of a recurring task; part of the running transaction. */
function finish(
  actor: Actor,
  { task, risk }: TaskOfRisk,
  open: OccurrenceRow,
  status: Outcome,
  notes: string | null,
): void {
  const finished = occurrenceRows.update(open, {
    status,
    completed_at: now(),
    completed_by: actor.userId,
    owner_at_completion: task.owner_id,
    completion_notes: notes,
  });
  const after = task.recurrence_unit === "none" ? updateTask(task, { is_active: false }) : task;
  const of = { task: after, risk };
  publishOccurrence(actor, status === "done" ? "completed" : "skipped", of, finished, {
    ...(notes !== null && { completion_notes: notes }),
    snapshot: { occurrence: snapshotOccurrence(open), task: { is_active: task.is_active } },
  });
  syncTodo(actor, of, finished);
  const due = after.is_active ? dueAfter(after, finished) : undefined;
  if (due !== undefined) createOccurrence(actor, of, due, finished);
}

/** Checks whether the actor may finish an occurrence: only those who manage risks may skip it. */
const mayFinish = (actor: Actor, { assigned_owner_id }: OccurrenceRow, status: Outcome): boolean =>
  may(actor, "risks.manage") || (status === "done" && assigned_owner_id === actor.userId && may(actor, "risks.view"));

/**
 * Completes or skips an open occurrence; a task that doesn't recur is over then, and otherwise the next occurrence follows.
 * Publishes `risk_mitigation_task.completed` or `.skipped`.
 * @returns the id of the task
 * @throws Problem 400, 404; 409 unless it is open; 403 for others than who carries it and those who manage risks; 409 when the
 * risk is closed
 */
export function finishOccurrence(
  actor: Actor,
  taskKey: string,
  key: string,
  status: Outcome,
  notes: string | null | undefined,
): string {
  return transaction(() => {
    const of = requireTaskRow(taskKey);
    const occurrence = requireOccurrence(of.task.id, key);
    if (occurrence.status === "scheduled")
      throw conflict("The occurrence is scheduled: activate it before it is finished");
    requireUnfinished(occurrence, "finished again");
    if (!mayFinish(actor, occurrence, status)) throw forbidden();
    requireNotClosed(of.risk);
    finish(actor, of, occurrence, status, notes || null);
    return of.task.id;
  });
}

/** Creating, changing and deleting mitigation tasks. */
import { transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { conflict, refused } from "../../../http/errors";
import { defaultLeadTime, deleteSystemTodosBelow } from "../../todos";
import type { NewTask, TaskChanges } from "../model";
import { requireOwner } from "../register/owner";
import { changedColumns, nextNumber, requireRiskRow } from "../register/rows";
import { requireNotClosed } from "../register/status";
import { snapshotTask } from "../snapshots";
import { notifyAssignee, publishTask } from "./events";
import { createOccurrence, isDue, openOccurrence } from "./occurrences";
import {
  linkOfTask,
  liveOccurrence,
  type OccurrenceColumns,
  type OccurrenceRow,
  occurrenceRows,
  requireTaskRow,
  snapshotOccurrence,
  type TaskColumns,
  type TaskOfRisk,
  type TaskRow,
  taskRows,
  tasksOf,
  updateTask,
} from "./rows";
import { syncTodo } from "./todos";

/** Mitigation tasks that a risk may have. */
const MAX_TASKS = 200;

/**
 * Creates a task with its first occurrence. Publishes `risk_mitigation_task.created`, and asks the owner to do it if it is open.
 * @param riskKey id or reference of the risk
 * @returns the id of the task
 * @throws Problem 400, 404, 409 when the risk is closed or has too many tasks
 */
export function createTask(actor: Actor, riskKey: string, { due_date, owner_id, ...input }: NewTask): string {
  return transaction(() => {
    const risk = requireRiskRow(riskKey);
    requireNotClosed(risk);
    if (tasksOf(risk.id).length >= MAX_TASKS)
      throw conflict(`A risk must not have more than ${MAX_TASKS} mitigation tasks`);
    const { recurrence_unit: unit, recurrence_interval: interval } = input;
    const task = taskRows.create({
      ...input,
      risk_id: risk.id,
      number: nextNumber("risk_mitigation_tasks"),
      owner_id: owner_id ? requireOwner(owner_id) : null,
      lead_time_days: input.lead_time_days ?? defaultLeadTime(unit, interval),
      created_by: actor.userId,
    });
    createOccurrence(actor, { task, risk }, due_date ?? null);
    return task.id;
  });
}

/** Returns the columns of a task that a change sets. @throws Problem 400 */
function columnsOf({ due_date: _, title, description, owner_id, ...settings }: TaskChanges): TaskColumns {
  if (title !== undefined && !title?.trim()) throw refused("title must not be empty");
  return {
    ...(title && { title: title.trim() }),
    ...(description !== undefined && { description }),
    ...(owner_id !== undefined && { owner_id: owner_id === null ? null : requireOwner(owner_id) }),
    // A column that may not be empty stays as it is.
    ...Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null)),
  } as TaskColumns;
}

/** Returns the values that a task had in the columns that have changed. */
function formerColumns(before: TaskRow, after: TaskRow): TaskColumns {
  const { updated_at: _, ...former } = changedColumns(after, before);
  return former;
}

/** The live occurrence follows its task; who newly carries it is notified, once. */
function updateLive(actor: Actor, before: TaskRow, of: TaskOfRisk, live: OccurrenceRow, changes: TaskChanges): void {
  const hasNewOwner = of.task.owner_id !== before.owner_id;
  const columns: OccurrenceColumns = {
    ...(changes.due_date !== undefined && { due_date: changes.due_date }),
    ...(hasNewOwner && { assigned_owner_id: of.task.owner_id }),
  };
  const updated = Object.keys(columns).length > 0 ? occurrenceRows.update(live, columns) : live;
  const mayOpen = changes.due_date !== undefined || changes.lead_time_days !== undefined;
  if (updated.status === "scheduled") {
    if (mayOpen && isDue(of.task, updated.due_date)) openOccurrence(actor, of, updated);
    return;
  }
  const asked = syncTodo(actor, of, updated);
  if (hasNewOwner) notifyAssignee(actor, of, asked);
}

/**
 * Updates the fields of a task that are given; its live occurrence follows, with its todo. Publishes
 * `risk_mitigation_task.updated`.
 * @returns the id of the task
 * @throws Problem 400, 404, 409 when the risk is closed
 */
export function changeTask(actor: Actor, key: string, changes: TaskChanges): string {
  return transaction(() => {
    const { task: before, risk } = requireTaskRow(key);
    requireNotClosed(risk);
    const of = { task: updateTask(before, columnsOf(changes)), risk };
    const live = liveOccurrence(before.id);
    const snapshot = { task: formerColumns(before, of.task), ...(live && { occurrence: snapshotOccurrence(live) }) };
    publishTask(actor, "updated", of, snapshot, { fields: Object.keys(changes).sort() });
    if (live) updateLive(actor, before, of, live, changes);
    return before.id;
  });
}

/** Deletes a task with its occurrences and their todos; part of the running transaction. Publishes `risk_mitigation_task.deleted`. */
export function deleteTaskOfRisk(actor: Actor, of: TaskOfRisk): void {
  publishTask(actor, "deleted", of, snapshotTask(of.task));
  deleteSystemTodosBelow(actor, linkOfTask(of.task));
  taskRows.delete(of.task.id);
}

/**
 * Deletes a task, as `deleteTaskOfRisk`.
 * @throws Problem 400, 404, 409 when the risk is closed
 */
export function deleteTask(actor: Actor, key: string): void {
  transaction(() => {
    const of = requireTaskRow(key);
    requireNotClosed(of.risk);
    deleteTaskOfRisk(actor, of);
  });
}

/** Creating, changing and deleting todos. */
import { transaction } from "../../../db";
import { findUser } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { conflict, forbidden, invalid } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { requireCard } from "../cards";
import {
  excerptOf,
  notifyAssignee,
  notifyCompleted,
  notifyDue,
  publishCreated,
  publishDeleted,
  publishUpdated,
} from "./events";
import type { NewTodo, Todo, TodoChanges } from "./model";
import { createSuccessor, openTodo } from "./occurrences";
import { defaultLeadTime } from "./recurrence";
import { mayChange } from "./rights";
import { createTodoRow, deleteRow, formerValues, requireTodo, rowOf, type TodoRow, updateColumns } from "./rows";
import { systemTodoChanging } from "./system-todos";

/** @throws Problem 422 when there is no such user */
function requireAssignee(userId: string | null | undefined): void {
  if (userId && !findUser(userId)) throw invalid(["body", "assigned_to"], "must be a user", "value_error", userId);
}

/** @throws Problem 404, 403 for others than its assignee, its creator and administrators */
function requireChangeable(actor: Actor, id: string): TodoRow {
  const row = rowOf(requireTodo(id));
  if (!mayChange(actor, row)) throw forbidden("Not enough permissions");
  return row;
}

const notifyAssigned = (actor: Actor, todo: TodoRow, data: Record<string, unknown>): void =>
  notifyAssignee(actor, todo, {
    title: "Todo Assigned",
    message: `${actor.displayName} assigned you a todo: "${excerptOf(todo)}"`,
    data,
  });

/**
 * Creates an open todo on a card. Publishes `todo.created` and notifies its assignee.
 * @throws Problem 404 for an unknown card, 422 for an assignee that is no user
 */
export function createTodo(actor: Actor, cardId: string, todo: NewTodo): Todo {
  const { recurrence_unit: unit, recurrence_interval: interval, lead_time_days: leadTime, ...given } = todo;
  return transaction(() => {
    requireCard(cardId);
    requireAssignee(given.assigned_to);
    const id = newId();
    const recurs = unit !== "none";
    createTodoRow({
      ...given,
      id,
      card_id: cardId,
      created_by: actor.userId,
      created_at: now(),
      recurrence_unit: unit,
      recurrence_interval: interval,
      series_id: recurs ? newId() : null,
      lead_time_days: recurs ? (leadTime ?? defaultLeadTime(unit, interval)) : 0,
    });
    const created = requireTodo(id);
    publishCreated(actor, rowOf(created));
    notifyAssigned(actor, rowOf(created), { todo_id: id, card_id: cardId });
    return created;
  });
}

/** @throws Problem 403 for a system todo, 409 for one that is not open yet */
function requireStatusChange(before: TodoRow, status: TodoRow["status"]): void {
  if (before.is_system) throw forbidden("The status of a system todo follows from the page that it links to");
  if (before.status === "scheduled" && status === "done")
    throw conflict("A scheduled todo can't be done before it is open");
}

/**
 * Updates the fields that are given. When a recurring todo is done, the next occurrence is created. Publishes `todo.updated`
 * if anything changes, and notifies a new assignee.
 * @throws Problem 404, 403, 409, 422 for an assignee that is no user; what the area throws that asks for a system todo
 */
export function updateTodo(actor: Actor, id: string, changes: TodoChanges): Todo {
  return transaction(() => {
    const before = requireChangeable(actor, id);
    if (changes.status !== undefined) requireStatusChange(before, changes.status);
    requireAssignee(changes.assigned_to);
    const after = { ...before, ...changes } as TodoRow;
    if (after.recurrence_unit !== "none") after.series_id ??= newId();
    const former = formerValues(before, after);
    const changed = Object.keys(former) as (keyof typeof former)[];
    if (changed.length === 0) return requireTodo(id);
    if (before.is_system) systemTodoChanging(actor, before, after);
    updateColumns(id, Object.fromEntries(changed.map((key) => [key, after[key]])));
    publishUpdated(actor, after, former);
    if (changed.includes("assigned_to")) notifyAssigned(actor, after, { todo_id: id });
    if (changed.includes("status") && after.status === "done") {
      // The area that asks for a system todo notifies people of what follows from it.
      if (!before.is_system) notifyCompleted(actor, after);
      if (before.recurrence_unit !== "none") createSuccessor(actor, after, actor.userId);
    }
    return requireTodo(id);
  });
}

/**
 * Opens a scheduled todo before its time, and notifies its assignee; an open one stays as it is. Publishes `todo.updated`.
 * @throws Problem 404, 403, 409 for one that is done
 */
export function promoteTodo(actor: Actor, id: string): Todo {
  return transaction(() => {
    const todo = requireChangeable(actor, id);
    if (todo.status === "done") throw conflict("A todo that is done can't be opened by this");
    if (todo.status === "scheduled") notifyDue(actor, openTodo(actor, todo), actor.userId, { todo_id: id });
    return requireTodo(id);
  });
}

/**
 * Deletes a todo, and no other occurrence of it. Publishes `todo.deleted`.
 * @throws Problem 404, 403; what the area throws that asks for a system todo
 */
export function deleteTodo(actor: Actor, id: string): void {
  transaction(() => {
    const todo = requireChangeable(actor, id);
    if (todo.is_system) systemTodoChanging(actor, todo, undefined);
    deleteRow(id);
    publishDeleted(actor, todo);
  });
}

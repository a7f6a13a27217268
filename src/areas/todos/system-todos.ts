/** System todos: what another area asks people to do. They are found by the link to the page where they are done. */
import { firstValue, inList, listOf } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { extensionPoint } from "../../core/extension-point";
import type { Author } from "../../core/journal/journal";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { publishCreated, publishDeleted, publishUpdated } from "./events";
import type { Todo } from "./model";
import {
  createTodoRow,
  deleteRow,
  formerValues,
  requireTodo,
  rowOf,
  type TodoColumns,
  type TodoRow,
  todosWhere,
  updateColumns,
} from "./rows";

/**
 * Called before somebody changes a system todo, or deletes it (`after` is undefined): the area that asks for it follows, or
 * refuses by a Problem.
 */
export const systemTodoChanging = extensionPoint<[actor: Actor, before: TodoRow, after: TodoRow | undefined]>();

/** A todo that an area asks for. */
export type SystemTodo = {
  description: string;
  link: string;
  assignedTo: string;
  createdBy: string | null;
  cardId?: string | null;
  dueDate?: string | null;
  /** Open, unless it is done from the start. */
  status?: "open" | "done";
};

/**
 * Creates open system todos; part of the running transaction. Publishes `todo.created`.
 * @returns their ids
 */
export function createSystemTodos(author: Author, todos: readonly SystemTodo[]): string[] {
  return todos.map(({ description, link, assignedTo, createdBy, cardId = null, dueDate = null, status = "open" }) => {
    const id = newId();
    createTodoRow({
      id,
      card_id: cardId,
      description,
      link,
      is_system: true,
      status,
      assigned_to: assignedTo,
      due_date: dueDate,
      created_by: createdBy,
      created_at: now(),
    });
    publishCreated(author, rowOf(requireTodo(id)));
    return id;
  });
}

/**
 * Updates columns of a system todo; part of the running transaction. Publishes `todo.updated` if anything changes.
 * @throws Problem 404
 */
export function updateSystemTodo(author: Author, id: string, columns: TodoColumns): void {
  const before = rowOf(requireTodo(id));
  const after: TodoRow = { ...before, ...columns };
  const former = formerValues(before, after);
  if (Object.keys(former).length === 0) return;
  updateColumns(id, columns);
  publishUpdated(author, after, former);
}

/**
 * Creates the system todo with a link, or brings the one that exists up to date; part of the running transaction. A new one is
 * open. Publishes `todo.created` or, if anything changes, `todo.updated`.
 */
export function saveSystemTodo(author: Author, todo: SystemTodo, status: "open" | "done"): void {
  const { description, link, assignedTo: assigned_to, dueDate: due_date = null } = todo;
  const [existing] = todosWhere("t.link = ? AND t.is_system = 1", link);
  if (existing) updateSystemTodo(author, existing.id, { description, assigned_to, due_date, status });
  else createSystemTodos(author, [todo]);
}

/** Deletes a system todo, if there is one; part of the running transaction. Publishes `todo.deleted`. */
export const deleteSystemTodo = (author: Author, id: string): void => deleteAll(author, todosWhere("t.id = ?", id));

/**
 * Deletes the system todos whose links begin with a text; part of the running transaction. Publishes `todo.deleted`.
 */
export const deleteSystemTodosBelow = (author: Author, link: string): void =>
  deleteAll(author, todosWhere("t.is_system = 1 AND t.link >= ? AND t.link < ?", link, `${link}\u{10ffff}`));

function deleteAll(author: Author, todos: readonly Todo[]): void {
  for (const todo of todos) {
    deleteRow(todo.id);
    publishDeleted(author, rowOf(todo));
  }
}

/** The condition that a todo is an open system todo. */
const OPEN = "t.is_system = 1 AND t.status = 'open'";

function complete(author: Author, todos: readonly Todo[]): void {
  for (const todo of todos) {
    updateColumns(todo.id, { status: "done" });
    publishUpdated(author, { ...rowOf(todo), status: "done" }, { status: todo.status });
  }
}

/**
 * Completes the open system todos with a link; part of the running transaction. Publishes `todo.updated`.
 * @param assignedTo only those of this user; everybody's when left out
 */
export function completeSystemTodos(author: Author, link: string, assignedTo?: string): void {
  const whose = assignedTo === undefined ? "" : " AND t.assigned_to = ?";
  complete(
    author,
    todosWhere(`t.link = ? AND ${OPEN}${whose}`, link, ...(assignedTo === undefined ? [] : [assignedTo])),
  );
}

/**
 * Makes the open system todos with a link those that are asked for: completes others', and creates those that lack; part of
 * the running transaction. Publishes `todo.updated` and `todo.created`.
 */
export function matchSystemTodos(author: Author, link: string, todos: readonly Omit<SystemTodo, "link">[]): void {
  const open = todosWhere(`t.link = ? AND ${OPEN}`, link);
  const wanted = new Set<string | null>(todos.map(({ assignedTo }) => assignedTo));
  const present = new Set(open.map(({ assigned_to }) => assigned_to));
  complete(
    author,
    open.filter(({ assigned_to }) => !wanted.has(assigned_to)),
  );
  const lacking = todos.filter(({ assignedTo }) => !present.has(assignedTo));
  createSystemTodos(
    author,
    lacking.map((todo) => ({ ...todo, link })),
  );
}

/** Completes those of some todos that are open system todos; part of the running transaction. Publishes `todo.updated`. */
export const completeTodosWithIds = (author: Author, ids: readonly string[]): void =>
  complete(author, todosWhere(`${inList("t.id")} AND ${OPEN}`, listOf(ids)));

/** Returns the number of open todos a user has. */
export const countOpenTodos = (userId: string): number =>
  firstValue<number>("SELECT count(*) AS count FROM todos WHERE assigned_to = ? AND status = 'open'", userId) ?? 0;

/** System todos: what another area asks people to do. They are found by the link to the page where they are done. */
import { inList, listOf, statement } from "../../../db";
import type { Author } from "../../core/journal/journal";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { publishCreated, publishUpdated } from "./events";
import type { Todo } from "./model";
import { insertTodo, requireTodo, rowOf, todosWhere, updateColumns } from "./rows";

/** A todo that an area asks for. */
export type SystemTodo = {
  description: string;
  link: string;
  assignedTo: string;
  createdBy: string | null;
  cardId?: string | null;
};

/**
 * Creates open system todos; part of the running transaction. Publishes `todo.created`.
 * @returns their ids
 */
export function createSystemTodos(author: Author, todos: readonly SystemTodo[]): string[] {
  return todos.map(({ description, link, assignedTo, createdBy, cardId = null }) => {
    const id = newId();
    insertTodo({
      ...{ id, card_id: cardId, description, link, is_system: true },
      ...{ assigned_to: assignedTo, created_by: createdBy, created_at: now() },
    });
    publishCreated(author, rowOf(requireTodo(id)));
    return id;
  });
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

/** How many open todos a user has. */
export const countOpenTodos = (userId: string): number =>
  statement<{ count: number }, [string]>(
    "SELECT count(*) AS count FROM todos WHERE assigned_to = ? AND status = 'open'",
  ).get(userId)?.count ?? 0;

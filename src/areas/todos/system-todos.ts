/** System todos: what another area asks people to do. They are found by the link to the page where they are done. */
import { inList, listOf, statement } from "../../../db";
import type { Author } from "../../core/journal/journal";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { publishCreated, publishDeleted, publishUpdated } from "./events";
import type { Todo } from "./model";
import {
  deleteRow,
  formerValues,
  insertTodo,
  requireTodo,
  rowOf,
  type TodoRow,
  todosWhere,
  updateColumns,
} from "./rows";

/** A todo that an area asks for. */
export type SystemTodo = {
  description: string;
  link: string;
  assignedTo: string;
  createdBy: string | null;
  cardId?: string | null;
  dueDate?: string | null;
};

/**
 * Creates open system todos; part of the running transaction. Publishes `todo.created`.
 * @returns their ids
 */
export function createSystemTodos(author: Author, todos: readonly SystemTodo[]): string[] {
  return todos.map(({ description, link, assignedTo, createdBy, cardId = null, dueDate = null }) => {
    const id = newId();
    insertTodo({
      ...{ id, card_id: cardId, description, link, is_system: true },
      ...{ assigned_to: assignedTo, created_by: createdBy, due_date: dueDate, created_at: now() },
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

/** Completes those of some todos that are open system todos; part of the running transaction. Publishes `todo.updated`. */
export const completeTodosWithIds = (author: Author, ids: readonly string[]): void =>
  complete(author, todosWhere(`${inList("t.id")} AND ${OPEN}`, listOf(ids)));

const withLink = (link: string): TodoRow[] => todosWhere("t.link = ? AND t.is_system = 1", link).map(rowOf);

/**
 * Creates the system todo with a link, or brings the one that exists up to date; part of the running transaction. A new one is
 * open. Publishes `todo.created` or, if anything changes, `todo.updated`.
 */
export function saveSystemTodo(author: Author, todo: SystemTodo, status: "open" | "done"): void {
  const [before] = withLink(todo.link);
  if (!before) return void createSystemTodos(author, [todo]);
  const { description, assignedTo: assigned_to, dueDate: due_date = null } = todo;
  const after = { ...before, description, assigned_to, due_date, status };
  const former = formerValues(before, after);
  if (Object.keys(former).length === 0) return;
  updateColumns(before.id, { description, assigned_to, due_date, status });
  publishUpdated(author, after, former);
}

/** Deletes the system todos with a link; part of the running transaction. Publishes `todo.deleted`. */
export function deleteSystemTodos(author: Author, link: string): void {
  for (const todo of withLink(link)) {
    deleteRow(todo.id);
    publishDeleted(author, todo);
  }
}

/** How many open todos a user has. */
export const countOpenTodos = (userId: string): number =>
  statement<{ count: number }, [string]>(
    "SELECT count(*) AS count FROM todos WHERE assigned_to = ? AND status = 'open'",
  ).get(userId)?.count ?? 0;

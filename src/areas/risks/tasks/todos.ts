/** The todos that ask for occurrences of mitigation tasks to be done. */
import type { Author } from "../../../core/journal/journal";
import { createSystemTodos, deleteSystemTodo, updateSystemTodo } from "../../todos";
import { linkOfOccurrence, type OccurrenceRow, occurrenceRows, type TaskOfRisk } from "./rows";

/**
 * Brings the todo of an occurrence in step with it: one that is open and carried by somebody has an open todo, and the todo of
 * one that is finished is done. Part of the running transaction.
 * @returns the occurrence, which names its todo
 */
export function syncTodo(author: Author, { task, risk }: TaskOfRisk, occurrence: OccurrenceRow): OccurrenceRow {
  const { status, assigned_owner_id: assignedTo, due_date, todo_id } = occurrence;
  const description = `[Risk ${risk.reference}] ${task.title}`;
  if (status === "done" || status === "skipped") {
    if (todo_id !== null) updateSystemTodo(author, todo_id, { status: "done" });
    return occurrence;
  }
  if (status === "scheduled" || assignedTo === null) {
    if (todo_id !== null) deleteSystemTodo(author, todo_id);
    return { ...occurrence, todo_id: null };
  }
  if (todo_id !== null) {
    updateSystemTodo(author, todo_id, { description, assigned_to: assignedTo, due_date, status: "open" });
    return occurrence;
  }
  const todo = { description, link: linkOfOccurrence(task, occurrence), assignedTo, createdBy: author.userId };
  const [id = null] = createSystemTodos(author, [{ ...todo, dueDate: due_date }]);
  return occurrenceRows.update(occurrence, { todo_id: id });
}

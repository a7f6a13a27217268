/** Access to rows of the table `todos`. */
import { db, statement, tables } from "../../../db";
import { found } from "../../http/errors";
import type { Todo } from "./model";

/** A row of `todos`. */
export type TodoRow = typeof tables.todos.$inferSelect;

const SELECT = `SELECT t.id, t.card_id, c.name AS card_name, c.type AS card_type, t.description, t.status, t.link,
  t.is_system, t.assigned_to, u.display_name AS assignee_name, t.created_by, t.due_date, t.created_at, t.series_id,
  t.recurrence_unit, t.recurrence_interval, t.lead_time_days
  FROM todos t LEFT JOIN cards c ON c.id = t.card_id LEFT JOIN users u ON u.id = t.assigned_to`;

type SelectedTodo = Omit<Todo, "is_system"> & { is_system: 0 | 1 };

const serialize = (row: SelectedTodo): Todo => ({ ...row, is_system: row.is_system === 1 });

/** Returns the todos for which an SQL condition holds, newest first. In it a todo is `t`. */
export const todosWhere = (condition: string, ...values: string[]): Todo[] =>
  statement<SelectedTodo, string[]>(`${SELECT} WHERE ${condition} ORDER BY t.created_at DESC, t.id DESC`)
    .all(...values)
    .map(serialize);

/** @throws Problem 404 */
export function requireTodo(id: string): Todo {
  const row = found(statement<SelectedTodo, [string]>(`${SELECT} WHERE t.id = ?`).get(id), "Todo");
  return serialize(row);
}

/** Columns of a todo that can be set. */
export type TodoColumns = Partial<Omit<TodoRow, "id" | "is_system" | "created_at">>;

/** Inserts a todo; columns that are left out get their defaults. */
export const createTodoRow = (row: typeof tables.todos.$inferInsert): void =>
  void db.insert(tables.todos).values(row).run();

/** Sets at least one column of a todo. */
export function updateColumns(id: string, columns: TodoColumns): void {
  const assignments = Object.keys(columns).map((column) => `${column} = ?`);
  statement(`UPDATE todos SET ${assignments.join(", ")} WHERE id = ?`).run(...Object.values(columns), id);
}

/** Deletes a todo. */
export const deleteRow = (id: string): void => void statement("DELETE FROM todos WHERE id = ?").run(id);

/** Returns the row of a todo, as a rollback creates it again. */
export const rowOf = ({ card_name: _, card_type: __, assignee_name: ___, ...row }: Todo): TodoRow => row;

/** Returns the entries of `after` that differ from `before`, with their former values. */
export function formerValues(before: TodoRow, after: TodoRow): Partial<TodoRow> {
  const keys = Object.keys(before) as (keyof TodoRow)[];
  return Object.fromEntries(keys.filter((key) => before[key] !== after[key]).map((key) => [key, before[key]]));
}

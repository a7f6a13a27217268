/** The export of todos as a table. */
import type { Actor } from "../../core/access/actor";
import { allSorted } from "../../http/pagination";
import { columns, type tableMedia, tableResponse } from "../../http/tables";
import { listTodos } from "./list";
import type { TodoFilters } from "./model";

const COLUMNS = columns(
  "id",
  "description",
  "status",
  "due_date",
  "assigned_to",
  "assignee_name",
  "card_id",
  "card_name",
  "card_type",
  "is_system",
  "link",
  "created_by",
  "created_at",
  "series_id",
  "recurrence_unit",
  "recurrence_interval",
  "lead_time_days",
);

/**
 * Streams the todos that a query asks for as a table.
 * @param bom whether CSV begins with a byte order mark
 * @throws Problem 403 for those of another user
 */
export function exportTodos(
  actor: Actor,
  query: TodoFilters,
  format: keyof typeof tableMedia,
  bom?: boolean,
): Response {
  const todos = allSorted(listTodos(actor, query), query);
  return tableResponse({ name: "todos", columns: COLUMNS, rows: () => todos }, format, bom);
}

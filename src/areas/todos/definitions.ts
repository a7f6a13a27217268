/** The definitions of the area for all others: events, notifications, checks. */
import type { Check } from "../../../db/check";
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";

/** A todo without its text, which concerns only those who may read it. */
type TodoPayload = {
  id: string;
  card_id: string | null;
  assigned_to: string | null;
  status: string;
  is_system: boolean;
};

export const events = {
  "todo.created": event<TodoPayload>("everyone", { undo: { by: "delete_todo" } }),
  "todo.updated": event<TodoPayload & { fields: string[] }>("everyone", { undo: { by: "restore_todo_fields" } }),
  "todo.deleted": event<TodoPayload>("everyone", { undo: { by: "restore_todo" } }),
};

export const notifications = {
  todo_assigned: { preferences: { in_app: true, email: true }, toSelf: true },
  todo_completed: { preferences: { in_app: true, email: false } },
} as const satisfies NotificationKinds;

export const checks: readonly Check[] = [
  {
    check: "todos",
    problem: "a todo is due on no day",
    sql: "SELECT id FROM todos WHERE due_date IS NOT NULL AND due_date IS NOT date(due_date)",
  },
  {
    check: "todos",
    problem: "a recurring todo belongs to no series",
    sql: "SELECT id FROM todos WHERE recurrence_unit <> 'none' AND series_id IS NULL",
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    todos: typeof import("./definitions");
  }
}

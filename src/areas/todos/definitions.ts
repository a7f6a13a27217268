/** What the area defines for all others: events, notifications, checks. */
import type { Check } from "../../../db/check";
import { event, type Payload } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";

/** A todo without its text, which concerns only those who may read it. */
type TodoPayload = {
  id: string;
  card_id: string | null;
  assigned_to: string | null;
  status: string;
  is_system: boolean;
};

/** A system todo that its area has changed follows from the page that it links to. */
const undoneBy = (inverse: string) => ({
  undo: { by: (kept: Payload | null) => (kept?.["follows_page"] ? "follow_page" : inverse) },
});

export const events = {
  "todo.created": event<TodoPayload>("everyone", undoneBy("delete_todo")),
  "todo.updated": event<TodoPayload & { fields: string[] }>("everyone", undoneBy("restore_todo_fields")),
  "todo.deleted": event<TodoPayload>("everyone", undoneBy("restore_todo")),
};

export const notifications = {
  todo_assigned: { preferences: { in_app: true, email: true }, toSelf: true },
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

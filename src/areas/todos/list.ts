/** Todos as they are read. */
import type { Actor } from "../../core/access/actor";
import { forbidden } from "../../http/errors";
import type { Todo, TodoFilters, TodoQuery } from "./model";
import { managesTodos } from "./rights";
import { todosWhere } from "./rows";

/** Returns the condition for whose todos a query asks, with its values; the first that applies counts. */
function scopeOf(actor: Actor, query: TodoFilters): [condition: string, ...values: string[]] {
  const { assigned_to, assigned_only, created_only, mine } = query;
  if (assigned_to) return ["t.assigned_to = ?", assigned_to];
  if (assigned_only) return ["t.assigned_to = ?", actor.userId];
  if (created_only) return ["t.created_by = ?", actor.userId];
  if (!mine && managesTodos(actor)) return ["TRUE"];
  return ["(t.assigned_to = ? OR t.created_by = ?)", actor.userId, actor.userId];
}

/** The further filters of a query, each with its condition. */
const FILTERS = {
  status: "t.status = ?",
  card_id: "t.card_id = ?",
  due_from: "t.due_date >= ?",
  due_to: "t.due_date <= ?",
} as const satisfies Partial<Record<keyof TodoQuery, string>>;

/**
 * Lists the todos that a query asks for, newest first.
 * @throws Problem 403 for those of another user
 */
export function listTodos(actor: Actor, query: TodoFilters): Todo[] {
  const { assigned_to, undated } = query;
  if (assigned_to && assigned_to !== actor.userId && !managesTodos(actor))
    throw forbidden("Cannot view other users' todos");
  const [scope, ...values] = scopeOf(actor, query);
  const conditions = [scope, ...(undated ? ["t.due_date IS NULL"] : [])];
  for (const [name, condition] of Object.entries(FILTERS)) {
    const value = query[name as keyof typeof FILTERS];
    if (typeof value !== "string") continue;
    conditions.push(condition);
    values.push(value);
  }
  return todosWhere(conditions.join(" AND "), ...values);
}

/** Lists the todos on a card, everybody's, newest first; none for an unknown card. */
export const listTodosOfCard = (cardId: string): Todo[] => todosWhere("t.card_id = ?", cardId);

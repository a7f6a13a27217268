/** Todos as they are read. */
import type { Actor } from "../../core/access/actor";
import { forbidden } from "../../http/errors";
import type { Todo, TodoQuery } from "./model";
import { managesTodos } from "./rights";
import { todosWhere } from "./rows";

/** Returns the condition for whose todos a query asks, with its values; the first that applies counts. */
function scopeOf(actor: Actor, query: TodoQuery): [condition: string, ...values: string[]] {
  const { assigned_to, assigned_only, created_only, mine } = query;
  if (assigned_to) return ["t.assigned_to = ?", assigned_to];
  if (assigned_only) return ["t.assigned_to = ?", actor.userId];
  if (created_only) return ["t.created_by = ?", actor.userId];
  if (!mine && managesTodos(actor)) return ["TRUE"];
  return ["(t.assigned_to = ? OR t.created_by = ?)", actor.userId, actor.userId];
}

/**
 * Lists the todos that a query asks for, newest first.
 * @throws Problem 403 for those of another user
 */
export function listTodos(actor: Actor, query: TodoQuery): Todo[] {
  const { assigned_to, status } = query;
  if (assigned_to && assigned_to !== actor.userId && !managesTodos(actor))
    throw forbidden("Cannot view other users' todos");
  const [condition, ...values] = scopeOf(actor, query);
  if (typeof status !== "string") return todosWhere(condition, ...values);
  return todosWhere(`${condition} AND t.status = ?`, ...values, status);
}

/** Lists the todos on a card, everybody's, newest first; none for an unknown card. */
export const listTodosOfCard = (cardId: string): Todo[] => todosWhere("t.card_id = ?", cardId);

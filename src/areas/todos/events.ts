/** Publishes changes of todos, and notifies the people concerned. */
import type { Actor } from "../../core/access/actor";
import { type Author, publish } from "../../core/journal/journal";
import { notify } from "../../core/notify/notify";
import type { TodoColumns, TodoRow } from "./rows";

/** Characters of a description that a notification shows. */
const EXCERPT = 80;

/** Returns the part of a description that a notification shows. */
export const excerptOf = ({ description }: Pick<TodoRow, "description">): string =>
  description.slice(0, EXCERPT).toWellFormed();

const payloadOf = ({ id, card_id, assigned_to, status, is_system }: TodoRow) => ({
  id,
  card_id,
  assigned_to,
  status,
  is_system,
});

/** Publishes `todo.created`. */
export const publishCreated = (author: Author, todo: TodoRow): void =>
  publish(author, { type: "todo.created", data: payloadOf(todo) });

/** Publishes `todo.updated`. @param before the former values of what has changed */
export const publishUpdated = (author: Author, todo: TodoRow, before: TodoColumns): void =>
  publish(author, {
    type: "todo.updated",
    data: { ...payloadOf(todo), fields: Object.keys(before) },
    undo: { before },
  });

/** Publishes `todo.deleted`; a rollback creates it again. */
export const publishDeleted = (author: Author, todo: TodoRow): void =>
  publish(author, { type: "todo.deleted", data: payloadOf(todo), undo: { row: todo } });

/** Notifies whoever a todo is assigned to, also of what they did themselves. */
export function notifyAssignee(
  author: Author,
  todo: TodoRow,
  notice: { title: string; message: string; data: Record<string, unknown>; actorId?: string | undefined },
): void {
  if (todo.assigned_to === null) return;
  const { assigned_to: userId, card_id } = todo;
  notify(author, [{ userId, type: "todo_assigned", link: "/todos", cardId: card_id ?? undefined, ...notice }]);
}

/** Notifies the assignee that a recurring todo is open. @param actorId who has opened it */
export const notifyDue = (
  author: Author,
  todo: TodoRow,
  actorId: string | null,
  data: Record<string, unknown> = { todo_id: todo.id, card_id: todo.card_id },
): void =>
  notifyAssignee(author, todo, {
    title: "Recurring Todo Due",
    message: `A recurring todo is due: "${excerptOf(todo)}"`,
    data,
    actorId: actorId ?? undefined,
  });

/** Notifies whoever has created a todo, and whoever it is assigned to, that somebody else has done it. */
export function notifyCompleted(actor: Actor, todo: TodoRow): void {
  const { id, created_by, assigned_to, card_id } = todo;
  const concerned = [...new Set([created_by, assigned_to])].filter((userId) => userId !== null);
  notify(
    actor,
    concerned.map((userId) => ({
      userId,
      type: "todo_completed",
      title: "Todo Done",
      message: `${actor.displayName} has done "${excerptOf(todo)}"`,
      link: "/todos",
      data: { todo_id: id, card_id },
      cardId: card_id ?? undefined,
      actorId: actor.userId,
    })),
  );
}

/** System todos: what another area asks people to do. They are found by the link to the page where they are done. */
import { db, statement, tables } from "../../../db";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";

/** A todo that an area asks for. */
export type SystemTodo = {
  description: string;
  link: string;
  assignedTo: string;
  createdBy: string | null;
  cardId?: string | null;
};

/** Creates open system todos; part of the running transaction. */
export function createSystemTodos(todos: readonly SystemTodo[]): void {
  for (const { description, link, assignedTo, createdBy, cardId = null } of todos)
    db.insert(tables.todos)
      .values({
        id: newId(),
        card_id: cardId,
        description,
        link,
        is_system: true,
        assigned_to: assignedTo,
        created_by: createdBy,
        created_at: now(),
      })
      .run();
}

/**
 * Completes the open system todos with a link; part of the running transaction.
 * @param assignedTo only those of this user; everybody's when left out
 */
export function completeSystemTodos(link: string, assignedTo?: string): void {
  const whose = assignedTo === undefined ? "" : " AND assigned_to = ?";
  statement(`UPDATE todos SET status = 'done' WHERE link = ? AND is_system = 1 AND status = 'open'${whose}`).run(
    link,
    ...(assignedTo === undefined ? [] : [assignedTo]),
  );
}

/** How many open todos a user has. */
export const countOpenTodos = (userId: string): number =>
  statement<{ count: number }, [string]>(
    "SELECT count(*) AS count FROM todos WHERE assigned_to = ? AND status = 'open'",
  ).get(userId)?.count ?? 0;

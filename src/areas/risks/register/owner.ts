/** The owner of a risk: what asks them to see to it, and what they are notified of. */
import { findUser } from "../../../core/access/accounts";
import type { Actor } from "../../../core/access/actor";
import type { Author } from "../../../core/journal/journal";
import { notify } from "../../../core/notify/notify";
import { refused } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";
import { createSystemTodos, deleteSystemTodo, updateSystemTodo } from "../../todos";
import { levelOf, linkOf, type RiskRow, setOwnerTodo } from "./rows";
import { SETTLED } from "./status";

/** Characters of a title that a notification shows. */
const EXCERPT = 200;

/** Finds the id of a user. @throws Problem 400 for what is none */
export function requireOwner(text: string): string {
  const id = parseUuid(text);
  if (!id || !findUser(id)) throw refused("Invalid owner_id");
  return id;
}

/** Brings the todo of the owner in step with the risk; part of the running transaction. */
export function syncOwnerTodo(author: Author, risk: RiskRow): void {
  const { reference, title, owner_id, owner_todo_id, target_resolution_date, status } = risk;
  const description = `[Risk ${reference}] ${title}`;
  const state = SETTLED.includes(status) ? "done" : "open";
  if (owner_id === null) {
    if (owner_todo_id !== null) deleteSystemTodo(author, owner_todo_id);
  } else if (owner_todo_id !== null)
    updateSystemTodo(author, owner_todo_id, {
      description,
      assigned_to: owner_id,
      due_date: target_resolution_date,
      status: state,
    });
  else {
    const todo = { description, link: linkOf(risk), assignedTo: owner_id, createdBy: author.userId };
    const [id = null] = createSystemTodos(author, [{ ...todo, dueDate: target_resolution_date, status: state }]);
    setOwnerTodo(risk.id, id);
  }
}

const excerptOf = ({ title }: RiskRow) => title.slice(0, EXCERPT).toWellFormed();

/** Notifies a new owner, also of what they did themselves. */
export function notifyOwner(actor: Actor, risk: RiskRow): void {
  const { id, reference, owner_id } = risk;
  if (owner_id === null) return;
  notify(actor, [
    {
      userId: owner_id,
      type: "risk_assigned",
      title: `Risk ${reference} assigned to you`,
      message: excerptOf(risk),
      link: linkOf(risk),
      actorId: actor.userId,
      data: { risk_id: id, reference, level: levelOf(risk) },
    },
  ]);
}

/** Notifies the owner that somebody else has set the status. */
export function notifyStatus(actor: Actor, risk: RiskRow): void {
  const { id, reference, owner_id, status } = risk;
  if (owner_id === null) return;
  notify(actor, [
    {
      userId: owner_id,
      type: "risk_status_changed",
      title: `Risk ${reference} moved to ${status.replaceAll("_", " ")}`,
      message: excerptOf(risk),
      link: linkOf(risk),
      actorId: actor.userId,
      data: { risk_id: id, status },
    },
  ]);
}

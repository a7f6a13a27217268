/** Carries manual changes and deletions of their todos over to risks and occurrences. */
import { eq } from "drizzle-orm";
import { db, tables } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import { forbidden, invalid } from "../../http/errors";
import { systemTodoChanging, type TodoRow } from "../todos";
import { publishRisk } from "./register/events";
import { type RiskRow, updateRisk } from "./register/rows";
import { requireNotClosed, SETTLED } from "./register/status";
import { publishTask } from "./tasks/events";
import { type OccurrenceRow, occurrenceOfTodo, occurrenceRows, requireTaskRow, snapshotOccurrence } from "./tasks/rows";

/** The columns of such a todo that people may change. */
const FOLLOWED_COLUMNS = ["assigned_to", "due_date"] as const;
type FollowedColumns = Partial<Pick<TodoRow, (typeof FOLLOWED_COLUMNS)[number]>>;

/**
 * Returns the change that a change of a todo asks for; its deletion asks for nobody to be assigned. The assignee may hand
 * it over or decline it, and users who manage risks may do all.
 * @throws Problem 403; 422 for a todo without an assignee
 */
function askedFor(actor: Actor, before: TodoRow, after: TodoRow | undefined): FollowedColumns {
  if (!may(actor, "risks.manage") && before.assigned_to !== actor.userId) throw forbidden("Not enough permissions");
  if (after === undefined) return { assigned_to: null };
  const changed = (Object.keys(after) as (keyof TodoRow)[]).filter((key) => after[key] !== before[key]);
  const other = changed.find((key) => !(FOLLOWED_COLUMNS as readonly string[]).includes(key));
  if (other) throw forbidden(`${other} of this todo follows from the page that it links to`);
  if (after.assigned_to === null)
    throw invalid(["body", "assigned_to"], "must be a user: to decline a todo of the risk register, delete it");
  if (after.due_date !== before.due_date && !may(actor, "risks.manage"))
    throw forbidden("due_date of this todo is set by those who manage risks");
  return Object.fromEntries(FOLLOWED_COLUMNS.filter((key) => changed.includes(key)).map((key) => [key, after[key]]));
}

const FINISHED: readonly string[] = ["done", "skipped"];

/** An occurrence follows its todo, unless it is finished. */
function followOccurrence(actor: Actor, occurrence: OccurrenceRow, before: TodoRow, after: TodoRow | undefined): void {
  if (FINISHED.includes(occurrence.status)) return;
  const of = requireTaskRow(occurrence.task_id);
  requireNotClosed(of.risk);
  const { assigned_to, due_date } = askedFor(actor, before, after);
  const columns = {
    ...(assigned_to !== undefined && { assigned_owner_id: assigned_to }),
    ...(due_date !== undefined && { due_date }),
  };
  occurrenceRows.update(occurrence, columns);
  const snapshot = { occurrence: snapshotOccurrence(occurrence) };
  publishTask(actor, "updated", of, snapshot, { fields: Object.keys(columns).sort() });
}

/** A risk follows the todo of its owner. */
function followRisk(actor: Actor, risk: RiskRow, before: TodoRow, after: TodoRow | undefined): void {
  if (SETTLED.includes(risk.status) && after === undefined) return;
  requireNotClosed(risk);
  const { assigned_to, due_date } = askedFor(actor, before, after);
  const columns = {
    ...(assigned_to !== undefined && { owner_id: assigned_to }),
    ...(due_date !== undefined && { target_resolution_date: due_date }),
  };
  const fields = Object.keys(columns).sort();
  const former = { owner_id: risk.owner_id, target_resolution_date: risk.target_resolution_date };
  publishRisk(actor, "risk.updated", updateRisk(risk, columns), {
    change: "updated",
    fields,
    snapshot: { before: former },
  });
}

const riskOfTodo = (todoId: string): RiskRow | undefined =>
  db.select().from(tables.risks).where(eq(tables.risks.owner_todo_id, todoId)).get();

/** Lets what a todo asks for follow it. */
function follow(actor: Actor, before: TodoRow, after: TodoRow | undefined): void {
  const occurrence = occurrenceOfTodo(before.id);
  const risk = riskOfTodo(before.id);
  if (occurrence) followOccurrence(actor, occurrence, before, after);
  else if (risk) followRisk(actor, risk, before, after);
}

export const followTodos = systemTodoChanging.extend("risks", follow);

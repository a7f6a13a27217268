/** The snapshot of a risk or a mitigation task that is deleted, so that a rollback can create it again. */
import { statement } from "../../../db";
import type { CardRole } from "./model";
import { type RiskRow, type StoredRisk, storedRisk } from "./register/rows";
import { type OccurrenceSnapshot, occurrencesOf, snapshotOccurrence, type TaskRow, tasksOf } from "./tasks/rows";

/** A task with its occurrences. */
export type TaskSnapshot = { row: Omit<TaskRow, "reference">; occurrences: OccurrenceSnapshot[] };
/** A risk with its links and its tasks. */
export type RiskSnapshot = {
  row: Omit<StoredRisk, "owner_todo_id">;
  cards: { card_id: string; role: CardRole }[];
  tasks: TaskSnapshot[];
};

/** Returns all of a task. */
export function snapshotTask(task: TaskRow): TaskSnapshot {
  const { reference: _, ...row } = task;
  return { row, occurrences: occurrencesOf(task.id).map(snapshotOccurrence) };
}

/** Returns all of a risk. */
export function snapshotRisk(risk: RiskRow): RiskSnapshot {
  const { owner_todo_id: _, ...row } = storedRisk(risk);
  const cards = statement<RiskSnapshot["cards"][number], [string]>(
    "SELECT card_id, role FROM risk_cards WHERE risk_id = ? ORDER BY card_id",
  ).all(risk.id);
  return { row, cards, tasks: tasksOf(risk.id).map(snapshotTask) };
}

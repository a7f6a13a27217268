/** Publishes changes of mitigation tasks, and notifies the people concerned. */
import type { Author } from "../../../core/journal/journal";
import { notify } from "../../../core/notify/notify";
import type { OccurrencePayload, TaskPayload } from "../definitions";
import { type CardSnapshots, publishPerCard } from "../register/events";
import { cardsOf } from "../register/rows";
import { linkOfOccurrence, linkOfTask, type OccurrenceRow, type TaskOfRisk } from "./rows";

/** Characters of a title that a notification shows. */
const EXCERPT = 160;

const payloadOf = ({ task, risk }: TaskOfRisk): TaskPayload => ({
  id: task.id,
  risk_id: risk.id,
  reference: risk.reference,
  task_id: task.id,
  title: task.title,
  recurrence_unit: task.recurrence_unit,
  recurrence_interval: task.recurrence_interval,
  link: linkOfTask(task),
});

const occurrencePayloadOf = (of: TaskOfRisk, occurrence: OccurrenceRow): OccurrencePayload => {
  const { id, sequence, status, assigned_owner_id, completed_by, owner_at_completion } = occurrence;
  const about = { sequence, status, assigned_owner_id, completed_by, owner_at_completion };
  return { ...payloadOf(of), occurrence_id: id, ...about };
};

type TaskEvent = "updated" | "deleted";
type OccurrenceEvent = "created" | "completed" | "skipped" | "activated";
/** Publishes an event of a task; part of the running transaction. @param snapshot what a rollback needs */
export const publishTask = (
  author: Author,
  type: TaskEvent,
  of: TaskOfRisk,
  snapshot: CardSnapshots,
  more: object = {},
): void =>
  publishPerCard(
    author,
    cardsOf(of.risk.id),
    { type: `risk_mitigation_task.${type}`, data: { ...payloadOf(of), ...more } },
    snapshot,
  );

/** Publishes an event of an occurrence; part of the running transaction. @param snapshot what a rollback needs */
export const publishOccurrence = (
  author: Author,
  type: OccurrenceEvent,
  of: TaskOfRisk,
  occurrence: OccurrenceRow,
  { snapshot, ...more }: { snapshot?: CardSnapshots } & Record<string, unknown> = {},
): void =>
  publishPerCard(
    author,
    cardsOf(of.risk.id),
    { type: `risk_mitigation_task.${type}`, data: { ...occurrencePayloadOf(of, occurrence), ...more } },
    snapshot,
  );

/** Notifies who carries an occurrence, also of what they did themselves. */
export function notifyAssignee(author: Author, { task, risk }: TaskOfRisk, occurrence: OccurrenceRow): void {
  if (occurrence.assigned_owner_id === null) return;
  notify(author, [
    {
      userId: occurrence.assigned_owner_id,
      type: "task_assigned",
      title: `Mitigation task assigned: ${task.title.slice(0, EXCERPT).toWellFormed()}`,
      message: `Risk ${risk.reference}`,
      link: linkOfOccurrence(task, occurrence),
      data: { risk_id: risk.id, task_id: task.id, reference: risk.reference },
      actorId: author.userId ?? undefined,
    },
  ]);
}

/** The daily opening of occurrences whose time has come. */
import { statement, transaction } from "../../../../db";
import { type Author, program } from "../../../core/journal/journal";
import { today } from "../../../platform/clock";
import { openOccurrence } from "./occurrences";
import { type OccurrenceRow, occurrenceRows, requireTaskRow } from "./rows";

/** Occurrences opened before other requests are served. */
const BATCH = 50;

/** Lists at most `BATCH` scheduled occurrences whose time has come, of active tasks and risks that aren't closed. */
const dueOccurrences = () =>
  statement<{ id: string; task_id: string }, [string, number]>(
    `SELECT o.id, o.task_id FROM risk_mitigation_task_occurrences o JOIN risk_mitigation_tasks t ON t.id = o.task_id
     JOIN risks r ON r.id = t.risk_id
     WHERE o.status = 'scheduled' AND t.is_active = 1 AND r.status <> 'closed'
       AND (o.due_date IS NULL OR julianday(o.due_date) - t.lead_time_days <= julianday(?))
     ORDER BY o.due_date, o.id LIMIT ?`,
  ).all(today(), BATCH);

/** Opens due occurrences, each in a transaction of its own. @returns how many */
function openDue(author: Author): number {
  const due = dueOccurrences();
  for (const { id, task_id } of due)
    transaction(() => {
      const of = requireTaskRow(task_id);
      author.userId = of.task.created_by;
      openOccurrence(author, of, occurrenceRows.find(id) as OccurrenceRow);
    });
  return due.length;
}

/**
 * Opens the scheduled occurrences whose time has come, in the name of those who created their tasks. Its events are one batch.
 * @param isOver whether the server is stopping; what remains is left to the next run
 */
export async function openDueOccurrences(isOver: () => boolean = () => false): Promise<void> {
  const author = program("mitigation-promotion");
  while (openDue(author) === BATCH && !isOver()) await Bun.sleep(0);
}

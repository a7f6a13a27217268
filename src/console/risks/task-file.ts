/** The mitigation tasks of a register as a file: a row for each time that one is or was to be done. */
import { t } from "@lingui/core/macro";
import type { Filter } from "../filters/condition";
import { refusalSentence, toast } from "../server/changes";
import { answered, api } from "../server/client";
import { asRefusal } from "../server/refusal";
import { downloadBlob } from "../ui/export-menu";
import { riskParameters, type Task } from "./queries";

/** The mark by which spreadsheets know that a text is UTF-8. */
const BOM = "\uFEFF";

const HEADS = [
  ...["risk_id", "reference", "title", "description", "owner", "recurrence_unit", "recurrence_interval"],
  ...["occurrence", "status", "due_date", "assigned_to", "completed_at", "completed_by", "completion_notes"],
];

/** Returns the rows of a task; one without any occurrence has one, too. */
function rowsOf(task: Task): (string | number | null)[][] {
  const { risk_id, reference, title, description, owner_name, recurrence_unit, recurrence_interval } = task;
  const own = [risk_id, reference, title, description, owner_name, recurrence_unit, recurrence_interval];
  if (task.occurrences.length === 0) return [own];
  return task.occurrences.map((one) => [
    ...own,
    ...[one.sequence, one.status, one.due_date, one.assigned_owner_name],
    ...[one.completed_at, one.completed_by_name, one.completion_notes],
  ]);
}

/** Downloads the tasks of the risks that a filter leaves, with all of their occurrences, as CSV. */
export async function downloadTasks(filter: Filter): Promise<void> {
  try {
    const query = riskParameters(filter);
    const tasks = await answered(api.GET("/api/v1/risks/mitigation-tasks/export", { params: { query } }));
    const { default: papa } = await import("papaparse");
    // A text that begins as a formula is marked as a text.
    const text = papa.unparse({ fields: HEADS, data: tasks.flatMap(rowsOf) }, { escapeFormulae: true });
    downloadBlob(new Blob([BOM, text], { type: "text/csv" }), `${t`mitigation tasks`}.csv`);
  } catch (error) {
    toast("failed", refusalSentence(asRefusal(error)));
  }
}

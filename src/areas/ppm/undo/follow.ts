/**
 * The data that a rollback brings up to date in addition to the records of initiatives: items above them, totals
 * on cards, todos.
 */
import type { Collection, Rollback } from "../../../core/undo";
import { findCard } from "../../cards";
import { type LineKind, undoneLines } from "../costs/totals";
import { type Figures, rollUp, writeFigures } from "../plan/rollup";
import { type Row, records } from "../records";
import { deleteTodo, followTask } from "../tasks/assignee";

/**
 * The data that was stored for the rollback of a change in addition to the record: figures of items, and the
 * values that were typed on the card.
 */
export type StoredFigures = { figures?: Figures[]; typed?: unknown };

/** Items that are brought up to date at the end of a rollback, with those above them. */
const undoneItems: Collection<Set<string>> = { start: () => new Set(), finish: (ids) => void rollUp(ids) };

/**
 * Restores the figures that items above a record had; what follows from tasks is derived anew at the end.
 * @param recordId the record, whose own figures are restored with it
 * @param itemIds items whose parts have changed
 */
export function restoreFigures(
  { collected }: Rollback,
  recordId: string,
  itemIds: readonly (string | null)[],
  { figures = [] }: StoredFigures,
): void {
  const items = collected(undoneItems);
  for (const id of itemIds) if (id !== null) items.add(id);
  for (const former of figures) {
    const item = former.id === recordId ? undefined : records("wbs_item").find(former.id);
    if (!item) continue;
    writeFigures(former, item.updated_at);
    items.add(former.id);
  }
}

/** Has the total on the card brought up to date at the end. */
export const noteTotal = (
  kind: LineKind,
  { collected }: Rollback,
  initiativeId: string,
  { typed }: StoredFigures,
): void => void collected(undoneLines).set(`${kind} ${initiativeId}`, { kind, initiativeId, typed });

/** Brings the todo of a task up to date. @param task as it was before, for one that is gone */
export function followAssignee({ actor }: Rollback, task: Row<"task">): void {
  const current = records("task").find(task.id);
  const initiative = findCard(task.initiative_id);
  if (!current) deleteTodo(actor, task);
  else if (initiative) followTask(actor, current, initiative);
}

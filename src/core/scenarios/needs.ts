/**
 * The changes of a scenario that others need. A change needs another one when it names what that has created, whose ids end with the digits of
 * their change, or when it undoes it, as its batch has its id.
 */
import { digitsOfSeed } from "../../platform/ids";
import { type ChangeOutline, type ChangeRow, changeRows, outlinesOf } from "./rows";

/** The operation by which a change undoes another one. */
const UNDOING = "post /mutation-batches/{batch_id}/rollback";

/** The change that a refused one needs: undefined for one that was taken out. */
export type Requirement = { change: ChangeOutline | undefined; isUndone: boolean };

/** Returns the id of the batch that a change undoes; undefined for any other change. */
const undoneBy = ({ operation, params }: Pick<ChangeRow, "operation" | "params">): string | undefined =>
  operation === UNDOING ? (params as { batch_id: string }).batch_id : undefined;

/** Returns the ids of changes with those of the changes that undo them, which have nothing to undo without them. */
export function withUndoings(scenarioId: string, ids: readonly string[]): string[] {
  const all = new Set(ids);
  for (const change of outlinesOf(scenarioId))
    if (change.merged_seq === null && all.has(undoneBy(change) ?? "")) all.add(change.id);
  return [...all];
}

/** Returns what a change names: its path, and the JSON that was sent with it. */
function textOf({ url, content_type, body }: ChangeRow): string {
  return url + (content_type?.includes("json") ? (body?.toString() ?? "") : "");
}

/** Returns the changes that a refused change of a scenario needs and that aren't made before it. @param made the ids of those that are */
export function needsOf(refused: ChangeOutline, made: ReadonlySet<string>): Requirement[] {
  const row = changeRows.find(refused.id);
  if (!row) return [];
  const text = textOf(row);
  const before = outlinesOf(refused.scenario_id).filter(({ position }) => position < refused.position);
  const undone = undoneBy(refused);
  const lacking = before.filter(({ id }) => !made.has(id));
  const needed = lacking.filter(({ id }) => id === undone || text.includes(id) || text.includes(digitsOfSeed(id)));
  if (needed.length > 0) return needed.map((change) => ({ change, isUndone: change.id === undone }));
  return undone === undefined || made.has(undone) ? [] : [{ change: undefined, isUndone: true }];
}

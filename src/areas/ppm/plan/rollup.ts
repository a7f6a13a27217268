/**
 * The one roll-up of work breakdown structures: completion and dates of an item follow from the tasks of the item and those
 * below it. An item without such tasks keeps what was typed.
 */
import { statement } from "../../../../db";
import { nowAfter } from "../../../platform/clock";
import { oneDecimal } from "../../../platform/rounding";
import { PARTS } from "./item-parts";

/** The figures that the roll-up derives of an item, as far as they are shown. */
export type Figures = { id: string; completion: number; start_date: string | null; end_date: string | null };

type Item = Figures & { parent_id: string | null; task_weight: number; task_progress: number; updated_at: string };
type Sums = [weight: number, progress: number, firstStart: string | null, lastEnd: string | null];

const findItem = (id: string) =>
  statement<Item & { sums: string }, [string]>(
    `SELECT id, parent_id, completion, start_date, end_date, task_weight, task_progress, updated_at,
       (SELECT json_array(coalesce(sum(weight), 0), coalesce(sum(progress), 0), min(start_date), max(end_date))
        FROM (${PARTS})) AS sums
     FROM ppm_wbs item WHERE id = ?`,
  ).get(id);

const figuresOf = ({ id, completion, start_date, end_date }: Figures): Figures => ({
  id,
  completion,
  start_date,
  end_date,
});

/** Returns the figures of an item that follow from its parts. */
function derivedFigures(item: Item, [weight, progress, firstStart, lastEnd]: Sums): Figures {
  if (weight === 0) return figuresOf(item);
  return {
    id: item.id,
    completion: oneDecimal((progress * 50) / weight),
    start_date: firstStart ?? item.start_date,
    end_date: lastEnd ?? item.end_date,
  };
}

/** Writes the figures of an item. */
export const writeFigures = ({ id, completion, start_date, end_date }: Figures, updatedAt: string): void =>
  void statement("UPDATE ppm_wbs SET completion = ?, start_date = ?, end_date = ?, updated_at = ? WHERE id = ?").run(
    ...[completion, start_date, end_date, nowAfter(updatedAt), id],
  );

/** Derives one item anew. @returns its former figures if they have changed, its parent, and whether that must follow */
function deriveItem(id: string): { former?: Figures; parentId: string | null; isChanged: boolean } | undefined {
  const item = findItem(id);
  if (!item) return undefined;
  const { parent_id: parentId, task_weight, task_progress } = item;
  const sums = JSON.parse(item.sums) as Sums;
  const [weight, progress] = sums;
  const before = figuresOf(item);
  const figures = derivedFigures(item, sums);
  const isReweighed = weight !== task_weight || progress !== task_progress;
  if (isReweighed)
    statement("UPDATE ppm_wbs SET task_weight = ?, task_progress = ? WHERE id = ?").run(weight, progress, id);
  if (Bun.deepEquals(before, figures)) return { parentId, isChanged: isReweighed };
  writeFigures(figures, item.updated_at);
  return { former: before, parentId, isChanged: true };
}

/**
 * Brings items and all above them up to date, from each upwards until nothing changes; part of the running transaction.
 * @param ids items whose own values, tasks or children have changed; null and unknown ones are passed over
 * @returns the former figures of the items that have changed
 */
export function rollUp(ids: Iterable<string | null | undefined>): Figures[] {
  const former = new Map<string, Figures>();
  for (const start of new Set(ids)) {
    for (let next = start; next; ) {
      const derived = deriveItem(next);
      if (derived?.former && !former.has(next)) former.set(next, derived.former);
      next = derived && (derived.isChanged || next === start) ? derived.parentId : null;
    }
  }
  return [...former.values()];
}

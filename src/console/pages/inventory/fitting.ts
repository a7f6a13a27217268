/** Columns give way when there is no room: the last ones go first, the name stays. */
import type { Column } from "../../grid/column";

/** The least width of the column that stretches, in px: with the columns that were chosen, and with any further ones. */
const LEAST = 160;
const ROOMY = 250;
const MARKS = 36;

/**
 * Returns the columns that have room.
 * @param width of the grid in px
 * @param further the keys of columns that are there only where there is room
 */
export function fittingColumns<R>(
  columns: readonly Column<R>[],
  width: number,
  further: ReadonlySet<string>,
): Column<R>[] {
  const shown = [...columns];
  const needed = (least: number) => MARKS + shown.reduce((sum, one) => sum + (one.width ?? least), 0);
  for (let at = shown.length - 1; at > 1 && needed(ROOMY) > width; at--)
    if (further.has(shown[at]?.key ?? "")) shown.splice(at, 1);
  while (shown.length > 2 && needed(LEAST) > width) shown.splice(leaving(shown), 1);
  return shown;
}

/** Returns the place of the column that goes next: the last that is neither a cost nor the quality, and then these. */
function leaving<R>(columns: readonly Column<R>[]): number {
  const at = columns.findLastIndex(({ isFigure, key }, place) => place > 1 && !isFigure && key !== "data_quality");
  return at > 1 ? at : columns.length - 1;
}

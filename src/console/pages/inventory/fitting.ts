/** Columns give way when there is no room: the last ones go first, the name stays. */
import type { Column } from "../../grid/column";

/** The least width of the column that stretches, in px. */
const LEAST = 160;
const MARKS = 36;

/** Returns the columns that have room. @param width of the grid in px */
export function fittingColumns<R>(columns: readonly Column<R>[], width: number): Column<R>[] {
  const shown = [...columns];
  const needed = () => MARKS + shown.reduce((sum, one) => sum + (one.width ?? LEAST), 0);
  while (shown.length > 2 && needed() > width) shown.splice(leaving(shown), 1);
  return shown;
}

/** Returns the place of the column that goes next: the last that is neither a cost nor the quality, and then these. */
function leaving<R>(columns: readonly Column<R>[]): number {
  const at = columns.findLastIndex(({ isFigure, key }, place) => place > 1 && !isFigure && key !== "data_quality");
  return at > 1 ? at : columns.length - 1;
}

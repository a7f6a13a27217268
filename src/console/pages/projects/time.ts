/** The axis of the portfolio: from the first begin to the last end, in whole years. */
import { lifeOf } from "../../projects/initiatives";
import type { Initiative } from "../../projects/queries";

/** Years before today, and after it, that are shown at most. */
const MOST = { past: 4, future: 6 };

/** Returns the first moment and the last one of the axis, in which today stands always. */
export function axisRange(initiatives: readonly Initiative[], now = new Date()): { from: Date; to: Date } {
  const year = now.getUTCFullYear();
  const years = initiatives.flatMap((initiative) =>
    Object.values(lifeOf(initiative)).map((day) => Number(day.slice(0, 4))),
  );
  const first = Math.max(year - MOST.past, Math.min(year - 1, ...years));
  const last = Math.min(year + MOST.future, Math.max(year + 1, ...years));
  return { from: new Date(Date.UTC(first, 0)), to: new Date(Date.UTC(last + 1, 0)) };
}

/** The room in px of the first column, for numbers. */
const MARKS = 36;

/** Returns the left edge of the axis' column, as CSS has it. @param width of the grid in px */
export function leftOfLife(columns: readonly { width?: number }[], at: number, width: number): string {
  const fixed = columns.reduce((sum, one) => sum + (one.width ?? 0), 0);
  const stretched = Math.max(120, width - MARKS - fixed);
  const before = columns.slice(0, at).reduce((sum, one) => sum + (one.width ?? stretched), 0);
  return `${MARKS + before}px`;
}

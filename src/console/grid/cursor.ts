/** The cursor of a grid: the cell that has the focus, and the block from where a range was begun to it. */

/** A cell by its row and column, both from 0. */
export type Cell = { row: number; column: number };

/** The focused cell, and the one where the range began; both are the same without a range. */
export type Cursor = { at: Cell; from: Cell };

/** A block of cells, all ends included. */
export type Block = { top: number; bottom: number; left: number; right: number };

/** The size of a grid. */
export type Size = { rows: number; columns: number /** Rows that fill the window. */; page: number };

export const FIRST: Cursor = { at: { row: 0, column: 0 }, from: { row: 0, column: 0 } };

/** Returns the block between the two ends of a cursor. */
export const blockOf = ({ at, from }: Cursor): Block => ({
  top: Math.min(at.row, from.row),
  bottom: Math.max(at.row, from.row),
  left: Math.min(at.column, from.column),
  right: Math.max(at.column, from.column),
});

/** Checks whether a cell is part of a block. */
export const isInside = ({ top, bottom, left, right }: Block, { row, column }: Cell): boolean =>
  row >= top && row <= bottom && column >= left && column <= right;

const within = (value: number, end: number) => Math.max(0, Math.min(value, end - 1));

/**
 * Returns the cell that a key leads to from a cell; undefined for a key that moves nothing.
 * @param isFar true with ⌘ or Ctrl
 */
export function moved({ row, column }: Cell, key: string, isFar: boolean, size: Size): Cell | undefined {
  const steps: Record<string, Cell> = {
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowDown: { row: isFar ? size.rows - 1 : row + 1, column },
    ArrowLeft: { row, column: isFar ? 0 : column - 1 },
    ArrowRight: { row, column: isFar ? size.columns - 1 : column + 1 },
    PageUp: { row: row - size.page, column },
    PageDown: { row: row + size.page, column },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? size.rows - 1 : row, column: size.columns - 1 },
  };
  const to = steps[key];
  return to && { row: within(to.row, size.rows), column: within(to.column, size.columns) };
}

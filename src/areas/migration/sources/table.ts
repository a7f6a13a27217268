/** Sheets that are tables: the first row has the keys of the columns, the second one their labels. */
import type { Cell, Workbook } from "../../../platform/spreadsheet/workbook";

/** A row of a table: key of a column → value. */
export type TableRow = ReadonlyMap<string, Cell>;

/** A value as text, without white space around it. */
export const textOf = (cell: Cell | undefined): string => (cell === undefined ? "" : String(cell).trim());

const HEADER = 1;
const LABELS = 2;

/** The keys of a table, without repetitions. */
export function readKeys(workbook: Workbook, sheet: string): string[] {
  let keys: string[] = [];
  workbook.rows(sheet, ({ number, cells }) => {
    if (number === HEADER) keys = [...cells.values()].map(textOf).filter(Boolean);
    return false;
  });
  return [...new Set(keys)];
}

/** Reads the rows of a table. Of a key that is repeated, the last column counts. */
export function readTable(workbook: Workbook, sheet: string, receive: (row: TableRow, number: number) => void): void {
  let columns = new Map<string, number>();
  workbook.rows(sheet, ({ number, cells }) => {
    if (number === HEADER) columns = new Map([...cells].map(([column, key]) => [textOf(key), column]));
    else if (number > LABELS) {
      const row = new Map<string, Cell>();
      for (const [key, column] of columns) {
        const value = cells.get(column);
        if (key !== "" && value !== undefined) row.set(key, value);
      }
      if (row.size > 0) receive(row, number);
    }
    return true;
  });
}

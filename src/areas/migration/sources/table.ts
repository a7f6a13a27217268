/** Sheets that are tables: the first row has the keys of the columns, the second one their labels. */
import type { Cell, SheetRow, Workbook } from "../../../platform/spreadsheet/workbook";

/** A row of a table: key of a column → value. */
export type TableRow = ReadonlyMap<string, Cell>;

/** Returns a value as text, without white space around it. */
export const textOf = (cell: Cell | undefined): string => (cell === undefined ? "" : String(cell).trim());

const HEADER = 1;
const LABELS = 2;

/** Reads the keys of a table, without repetitions. */
export function readKeys(workbook: Workbook, sheet: string): string[] {
  let keys: string[] = [];
  workbook.rows(sheet, ({ number, cells }) => {
    if (number === HEADER) keys = [...cells.values()].map(textOf).filter(Boolean);
    return false;
  });
  return [...new Set(keys)];
}

/** Maps column → its key; of a key that is repeated, only the last column is in it. */
function columnsOf(header: SheetRow): ReadonlyMap<number, string> {
  const lastOf = new Map([...header.cells].map(([column, key]) => [textOf(key), column]));
  lastOf.delete("");
  return new Map([...lastOf].map(([key, column]) => [column, key]));
}

/** Reads the rows of a table. */
export function readTable(workbook: Workbook, sheet: string, receive: (row: TableRow, number: number) => void): void {
  let columns: ReadonlyMap<number, string> = new Map();
  workbook.rows(sheet, (row) => {
    const { number, cells } = row;
    if (number === HEADER) columns = columnsOf(row);
    else if (number > LABELS) {
      const values = new Map<string, Cell>();
      for (const [column, value] of cells) {
        const key = columns.get(column);
        if (key !== undefined) values.set(key, value);
      }
      if (values.size > 0) receive(values, number);
    }
    return true;
  });
}

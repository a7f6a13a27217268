/** The columns of tables. */

/** The kinds of a column's values; without one they are written as they are. */
export type ColumnKind = "text" | "day" | "instant" | "number" | "currency" | "flag";

export type Row = Record<string, unknown>;

export type Column = {
  /** Its key, which is its head in CSV. */
  header: string;
  /** Its head in a workbook, if not its key in words. */
  label?: string;
  kind?: ColumnKind;
  /** Key → label of the values that it may have; a workbook shows the labels. */
  options?: ReadonlyMap<string, string>;
  value: (row: Row) => unknown;
};

/** A table; its rows are made as they are sent. */
export type Table = {
  name: string;
  columns: readonly Column[];
  rows: () => Iterable<Row>;
  /** The currency of amounts, for the format of their cells. */
  currency?: string;
};

/** Returns the kind of what a key usually names. */
function kindOf(key: string): ColumnKind | undefined {
  if (/_at$/.test(key)) return "instant";
  if (/(^|_)cost$|^(capex|opex)_/.test(key)) return "currency";
  return /(^|_)(date|due|start|end)$|_date$/.test(key) ? "day" : undefined;
}

/** Returns a column with the values of a key. */
export const column = (key: string, more: Partial<Column> = {}): Column => {
  const kind = kindOf(key);
  return { header: key, ...(kind && { kind }), value: (row: Row) => row[key], ...more };
};

/** Returns columns with the values of some keys. */
export const columns = (...keys: string[]): Column[] => keys.map((key) => column(key));

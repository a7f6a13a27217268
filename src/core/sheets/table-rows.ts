/** Reads the rows of a table page by page, so that none is in memory as a whole, and makes cells of their values. */
import type { ReadConnection } from "../../../db/read-connection";
import { type Cell, jsonCell } from "./cells";
import type { TableColumn } from "./columns";
import type { AssetWriter, ReferenceCells, SheetExport } from "./sheet";

/** A value of a row. */
export type Value = string | number | Uint8Array | null;

const PAGE = 500;

/**
 * Returns the rows of a query over the table `t`, in the order of their numbers.
 * @param select the columns
 * @param from the table `t` and its joins
 */
export function* rowsOf(
  connection: ReadConnection,
  select: readonly string[],
  from: string,
  where = "TRUE",
): Generator<Value[]> {
  const table = from.slice(0, from.indexOf(" "));
  const numbered = connection.numbered(table) + from.slice(table.length);
  for (let last = 0; ; ) {
    const page = connection.rows<[number, ...Value[]]>(
      `SELECT t.rowid, ${select.join(", ")} FROM ${numbered} WHERE t.rowid > +?1 AND (${where}) ORDER BY t.rowid LIMIT ${PAGE}`,
      last,
    );
    for (const [number, ...values] of page) {
      last = number;
      yield values;
    }
    if (page.length < PAGE) return;
  }
}

/** Returns the cell of a value. @param emptyJson the cell of a JSON column without a value */
export function cellOf(
  { assets }: SheetExport,
  column: TableColumn | undefined,
  value: Value,
  emptyJson: Cell | null = null,
): Cell | null {
  if (column?.kind === "json") return value === null ? emptyJson : jsonTextCell(assets, value as string);
  if (value === null) return null;
  if (column?.kind === "flag") return value === 1;
  if (typeof value === "number") return value;
  return value === "" && column?.isEmptyWhenMissing ? null : assets.cellOf(value as string);
}

/** Returns the cell of JSON as it is stored; most of it is an empty object. */
export const jsonTextCell = (assets: AssetWriter, text: string | null): Cell =>
  text === null || text === "{}" ? (text ?? "null") : assets.cellOf(jsonCell(JSON.parse(text)));

/** Returns the reference and the type of a card. */
export const referenceCells = ({ cards }: SheetExport, card: Value): ReferenceCells =>
  cards.cells(card as string | number | null);

/** Returns the rows of a query whose values are cells as they are. */
export function* plainRows(
  sheetExport: SheetExport,
  select: readonly string[],
  from: string,
): Generator<(Cell | null)[]> {
  for (const row of rowsOf(sheetExport.connection, select, from))
    yield row.map((value) => cellOf(sheetExport, undefined, value));
}

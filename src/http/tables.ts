/** Tables as files: CSV, or a spreadsheet with typed cells, in which no text can become a formula. */
import { writeXlsxStream } from "hucre/xlsx";
import { csvLine } from "../platform/csv";
import { streamed, streamOf } from "./responses";

type Cell = string | number | boolean | Date | null;
export type Row = Record<string, unknown>;
export type Column = { header: string; value: (row: Row) => unknown };

/** A table; its rows are made as they are sent. */
export type Table = { name: string; columns: readonly Column[]; rows: () => Iterable<Row> };

/** The media types of tables. */
export const tableMedia = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** A streamed table as a file. */
export function tableResponse({ name, columns, rows }: Table, format: keyof typeof tableMedia): Response {
  const body = format === "csv" ? csv(columns, rows()) : spreadsheet(name, columns, rows());
  return streamed(body, {
    "content-type": format === "csv" ? `${tableMedia.csv}; charset=utf-8` : tableMedia.xlsx,
    "content-disposition": `attachment; filename=${name}.${format}`,
  });
}

/** The most letters that a cell of a spreadsheet may hold. */
const LONGEST_CELL = 32_767;

/** A value as a typed cell; lists are joined. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "boolean" || value instanceof Date) return value;
  if (Array.isArray(value)) return cellOf(value.map(String).join("; "));
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, LONGEST_CELL);
}

/** The characters that XML can't hold. */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function* cellsOf(columns: readonly Column[], rows: Iterable<Row>): Generator<Cell[]> {
  for (const row of rows) yield columns.map(({ value }) => cellOf(value(row)));
}

function* spreadsheetRows(columns: readonly Column[], rows: Iterable<Row>): Generator<Cell[]> {
  for (const cells of cellsOf(columns, rows))
    yield cells.map((cell) => (typeof cell === "string" ? cell.replace(UNWRITABLE, "") : cell));
}

const spreadsheet = (name: string, columns: readonly Column[], rows: Iterable<Row>): ReadableStream<Uint8Array> =>
  writeXlsxStream(spreadsheetRows(columns, rows), {
    name: name.slice(0, 31),
    columns: columns.map(({ header }) => ({ header: header.replace(UNWRITABLE, "") })),
    freezePane: { rows: 1 },
  });

const csvCell = (cell: Cell) =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : typeof cell === "boolean" ? String(cell) : cell;

/** Rows of a piece of CSV. */
const PIECE = 200;

function csv(columns: readonly Column[], rows: Iterable<Row>): ReadableStream<Uint8Array> {
  let text = csvLine(columns.map(({ header }) => header));
  const cells = cellsOf(columns, rows)[Symbol.iterator]();
  return streamOf(() => {
    for (let count = 0; count < PIECE; count++) {
      const { done, value } = cells.next();
      if (done) break;
      text += csvLine(value.map(csvCell));
    }
    const piece = text;
    text = "";
    return piece || null;
  });
}

/** Columns with the values of some keys. */
export const columns = (...keys: string[]): Column[] =>
  keys.map((key) => ({ header: key, value: (row: Row) => row[key] }));

/** A day as a date; anything else as it is. */
export const dateCell = (value: unknown) =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? new Date(value)
    : value;

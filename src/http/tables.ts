/** Tables as files, made as they are sent: CSV with the keys that programs read, or a workbook for people. */
import { z } from "zod";
import { csvLine } from "../platform/csv";
import { streamed, streamWritten } from "./responses";
import { Flag } from "./schemas";
import { writeTable } from "./workbooks";

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

/** The media types of tables. */
export const tableMedia = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** The format of a table that is a file in any case. */
export const FileFormat = z.enum(["csv", "xlsx"]);

/** The parameter of CSV that begins with a byte order mark, from which some spreadsheet programs know its encoding. */
export const Bom = Flag.optional().meta({ description: "CSV begins with a byte order mark, as Excel wants it" });

/** The parameters of a table that is a file in any case. */
export const FileQuery = { format: FileFormat.default("csv"), bom: Bom };

/** The byte order mark. */
const BOM = "\ufeff";

/** The beginning of CSV, with or without the byte order mark. */
export const csvStart = (bom: boolean | undefined): string => (bom ? BOM : "");

/**
 * A table as a file, streamed.
 * @param bom whether CSV begins with a byte order mark
 */
export function tableResponse(table: Table, format: keyof typeof tableMedia, bom?: boolean): Response {
  const body = streamWritten((receive) =>
    format === "csv" ? writeCsv(table, bom, receive) : writeTable(table, receive),
  );
  return streamed(body, {
    "content-type": format === "csv" ? `${tableMedia.csv}; charset=utf-8` : tableMedia.xlsx,
    "content-disposition": `attachment; filename=${table.name}.${format}`,
  });
}

/** A value as a cell of CSV; lists are joined. */
function csvCell(value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (Array.isArray(value)) return value.map(String).join("; ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Rows of CSV that are encoded at once. */
const PIECE = 200;

function* writeCsv(
  { columns, rows }: Table,
  bom: boolean | undefined,
  receive: (bytes: Uint8Array) => void,
): Generator<void> {
  const encoder = new TextEncoder();
  let text = csvStart(bom) + csvLine(columns.map(({ header }) => header));
  let count = 0;
  for (const row of rows()) {
    text += csvLine(columns.map(({ value }) => csvCell(value(row))));
    if (++count % PIECE > 0) continue;
    receive(encoder.encode(text));
    text = "";
    yield;
  }
  receive(encoder.encode(text));
}

/** The kind of what a key usually names. */
function kindOf(key: string): ColumnKind | undefined {
  if (/_at$/.test(key)) return "instant";
  if (/(^|_)cost$|^(capex|opex)_/.test(key)) return "currency";
  return /(^|_)(date|due|start|end)$|_date$/.test(key) ? "day" : undefined;
}

/** A column with the values of a key. */
export const column = (key: string, more: Partial<Column> = {}): Column => {
  const kind = kindOf(key);
  return { header: key, ...(kind && { kind }), value: (row: Row) => row[key], ...more };
};

/** Columns with the values of some keys. */
export const columns = (...keys: string[]): Column[] => keys.map((key) => column(key));

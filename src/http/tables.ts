/** Tables as files, made as they are sent: CSV with the keys that programs read, or a workbook for people. */
import { z } from "zod";
import { csvLine } from "../platform/csv";
import type { Table } from "./columns";
import { streamed, streamWritten } from "./responses";
import { Flag } from "./schemas";
import { writeTable } from "./workbooks";

export { type Column, type ColumnKind, column, columns, type Row, type Table } from "./columns";

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
export const FileQuery = { format: FileFormat.default("csv").meta({ description: "CSV, or a workbook" }), bom: Bom };

/** The facts of an operation that answers with a table as a file. */
export const TABLE_FILE = {
  readsMuch: true,
  answer: z.string(),
  media: Object.values(tableMedia),
  sends: ["Content-Disposition"],
} as const;

/** The byte order mark. */
const BOM = "\ufeff";

/** Returns the beginning of CSV, with or without the byte order mark. */
export const csvStart = (bom: boolean | undefined): string => (bom ? BOM : "");

type Format = keyof typeof tableMedia;

const write = (table: Table, format: Format, bom: boolean | undefined, receive: (bytes: Uint8Array) => void) =>
  format === "csv" ? writeCsv(table, bom, receive) : writeTable(table, receive);

/** Returns the headers of a table as a file. */
export const tableHeaders = ({ name }: Pick<Table, "name">, format: Format) => ({
  "content-type": format === "csv" ? `${tableMedia.csv}; charset=utf-8` : tableMedia.xlsx,
  "content-disposition": `attachment; filename=${name}.${format}`,
});

/** Returns the bytes of a table as a file, for a thread that can't read its rows later. */
export function tableBytes(table: Table, format: Format, bom?: boolean): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = [];
  for (const _ of write(table, format, bom, (bytes) => pieces.push(bytes)));
  return new Uint8Array(Buffer.concat(pieces));
}

/**
 * Returns a table as a file, streamed.
 * @param bom whether CSV begins with a byte order mark
 */
export const tableResponse = (table: Table, format: Format, bom?: boolean): Response =>
  streamed(
    streamWritten((receive) => write(table, format, bom, receive)),
    tableHeaders(table, format),
  );

/** Returns a value as a cell of CSV; lists are joined. */
export function csvCell(value: unknown): string | number | null {
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

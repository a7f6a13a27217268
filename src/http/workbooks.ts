/**
 * Tables as workbooks: typed cells with formats, widths that fit, a head that stays and filters, labels instead of keys, and a second
 * sheet with the keys. No text can become a formula.
 */
import { type CellStyle, type SheetWriter, type WrittenCell, workbookWriter } from "../platform/spreadsheet/writer";
import type { Column, Row, Table } from "./columns";

export type { Column } from "./columns";

/** The most letters that a cell of a spreadsheet may hold. */
const LONGEST_CELL = 32_767;

/** The characters that XML can't hold. */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** A text that spreadsheet programs would take for an escaped character. */
const LIKE_ESCAPE = /_(?=x[0-9A-Fa-f]{4}_)/g;

/** Returns a text as a cell holds it. */
const textCell = (text: string): string =>
  text.toWellFormed().replace(UNWRITABLE, "").slice(0, LONGEST_CELL).replace(LIKE_ESCAPE, "_x005F_");

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
/** Spreadsheets count days from here on. */
const FIRST_DATE = Date.UTC(1900, 2, 1);

/** Returns the date that a text is, when its column has such; else the text. */
function dateCell(text: string, { kind }: Column): string | Date {
  const isDate = kind === "day" ? DAY.test(text) : kind === "instant" && INSTANT.test(text);
  const time = isDate ? Date.parse(text) : Number.NaN;
  return time >= FIRST_DATE ? new Date(time) : textCell(text);
}

/** Returns a value as a typed cell with labels instead of keys; lists are joined. */
export function cellOf(value: unknown, column: Column): WrittenCell {
  if (value === null || value === undefined || value === "") return null;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "boolean") return value;
  if (Array.isArray(value))
    return textCell(value.map((entry) => column.options?.get(String(entry)) ?? String(entry)).join("; "));
  if (typeof value !== "string") return textCell(JSON.stringify(value));
  const label = column.options?.get(value);
  return label === undefined ? dateCell(value, column) : textCell(label);
}

/** Returns the style of a cell. */
function styleOf(cell: WrittenCell, { kind }: Column): CellStyle {
  if (cell instanceof Date) return kind === "instant" ? "instant" : "day";
  if (typeof cell !== "number") return "general";
  if (kind === "currency") return "currency";
  if (kind !== "number") return "general";
  return Number.isInteger(cell) ? "whole" : "decimal";
}

/** `approval_status` → `Approval status`; `id` → `ID`. */
export function labelOf(key: string): string {
  const text = key.replaceAll("_", " ").replace(/(^| )id$/, "$1ID");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the heads of columns: their labels; those of several columns have their key in addition. */
export function headsOf(columns: readonly Column[]): string[] {
  const labels = columns.map(({ header, label }) => label ?? labelOf(header));
  const counts = Map.groupBy(labels, (label) => label.toLowerCase());
  return labels.map((label, at) =>
    (counts.get(label.toLowerCase())?.length ?? 0) > 1 ? `${label} (${columns[at]?.header})` : label,
  );
}

/** Rows from which the widths of columns are measured. */
const MEASURED = 200;
const NARROWEST = 8;
const WIDEST = 60;
/** The letters that the button of a filter covers, and a margin. */
const BUTTON = 4;
const lengths: Partial<Record<CellStyle, number>> = { day: 12, instant: 18, currency: 18 };

/** Returns the letters that a cell shows on one line. */
const lengthOf = (cell: WrittenCell, style: CellStyle): number =>
  lengths[style] ??
  Math.max(
    ...String(cell ?? "")
      .split("\n", 20)
      .map(({ length }) => length),
  ) + 2;

type StyledRow = { cells: WrittenCell[]; styles: CellStyle[] };

const widthsOf = (heads: readonly string[], rows: readonly StyledRow[]): number[] =>
  heads.map((head, at) => {
    const widest = rows.reduce(
      (most, { cells, styles }) => Math.max(most, lengthOf(cells[at] ?? null, styles[at] ?? "general")),
      head.length + BUTTON,
    );
    return Math.min(WIDEST, Math.max(NARROWEST, widest));
  });

/** Begins a sheet whose widths fit some of its rows, and writes these. */
function beginSheet(
  sheet: (widths: number[]) => SheetWriter,
  heads: readonly string[],
  rows: StyledRow[],
): SheetWriter {
  const writer = sheet(widthsOf(heads, rows));
  writer.row(
    heads.map((head) => textCell(head)),
    heads.map(() => "head"),
  );
  for (const { cells, styles } of rows) writer.row(cells, styles);
  return writer;
}

/** Returns a name that a sheet may have. */
const sheetName = (name: string): string => name.replace(/[[\]:*?/\\]/g, " ").slice(0, 31);

/** Returns the rows of the second sheet: each column with its key, and the keys of the values that it may have. */
const keysOf = (columns: readonly Column[], heads: readonly string[]): string[][] =>
  columns.flatMap(({ header, options }, at) => [
    [heads[at] as string, header],
    ...[...(options ?? [])].map(([key, label]) => [heads[at] as string, header, label, key]),
  ]);

/** The name of the sheet with the keys. */
export const KEYS_SHEET = "Keys";

/** Writes a table as a workbook; pauses often. */
export function* writeTable(
  { name, columns, rows, currency }: Table,
  receive: (bytes: Uint8Array) => void,
): Generator<void> {
  const workbook = workbookWriter(receive, currency);
  const heads = headsOf(columns);
  const begin = (measured: StyledRow[]) =>
    beginSheet((widths) => workbook.sheet(sheetName(labelOf(name)), { widths }), heads, measured);
  const measured: StyledRow[] = [];
  let sheet: SheetWriter | undefined;
  for (const row of rows()) {
    const styledRow = styled(row, columns);
    if (sheet) sheet.row(styledRow.cells, styledRow.styles);
    else if (measured.push(styledRow) === MEASURED) sheet = begin(measured);
    yield;
  }
  (sheet ?? begin(measured)).end();
  const keys = keysOf(columns, heads).map((cells): StyledRow => ({ cells: cells.map(textCell), styles: [] }));
  beginSheet(
    (widths) => workbook.sheet(KEYS_SHEET, { widths }),
    ["Column", "Key", "Value", "Key of the value"],
    keys,
  ).end();
  workbook.end();
}

function styled(row: Row, columns: readonly Column[]): StyledRow {
  const cells = columns.map((column) => cellOf(column.value(row), column));
  return { cells, styles: cells.map((cell, at) => styleOf(cell, columns[at] as Column)) };
}

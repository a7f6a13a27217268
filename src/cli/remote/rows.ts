/** Answers as tables. */
import { csvLine } from "../../platform/csv";
import { formatTable } from "../format";

/** A row of an answer. */
export type Row = Record<string, unknown>;

/** Characters of a cell in a table for people. */
const WIDEST = 60;

/** Control characters, which a terminal would obey; JSON has escaped those below the space itself. */
const CONTROLS = /\p{Cc}/gu;

/** Returns the rows of an answer: of a list its items, of anything else itself. */
export function rowsOf(body: unknown): Row[] {
  const list = Array.isArray(body) ? body : ((body as { items?: unknown } | null)?.items ?? [body]);
  return (Array.isArray(list) ? list : [list]).map((row) =>
    typeof row === "object" && row !== null ? (row as Row) : { value: row },
  );
}

/** Returns the names of the columns that hold texts, numbers or truth values, in the order in which the rows have them. */
export function columnsOf(rows: readonly Row[]): string[] {
  const isPlain = new Map<string, boolean>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row))
      isPlain.set(name, (isPlain.get(name) ?? true) && (value === null || typeof value !== "object"));
  return [...isPlain].flatMap(([name, plain]) => (plain ? [name] : []));
}

/** Returns the value of a column, whose name leads into objects by dots; what isn't plain as JSON, null when there is none. */
function valueAt(row: Row, column: string): string | number | null {
  const whole = row[column];
  const value =
    whole !== undefined
      ? whole
      : column.split(".").reduce<unknown>((place, step) => (place as Row | null | undefined)?.[step], row);
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "string") return value;
  return JSON.stringify(value);
}

function cell(row: Row, column: string): string {
  const text = String(valueAt(row, column) ?? "").replaceAll(CONTROLS, " ");
  return text.length > WIDEST ? `${text.slice(0, WIDEST - 1)}…` : text;
}

/** Returns rows as an aligned table with their columns' names above. */
export const asTable = (rows: readonly Row[], columns: readonly string[]): string =>
  formatTable([
    columns.map((column) => column.toUpperCase()),
    ...rows.map((row) => columns.map((column) => cell(row, column))),
  ]);

/** Returns rows as CSV with their columns' names above. */
export const asCsv = (rows: readonly Row[], columns: readonly string[]): string =>
  csvLine(columns) + rows.map((row) => csvLine(columns.map((column) => valueAt(row, column)))).join("");

/** Returns an answer as JSON over several lines, without characters that a terminal would obey. */
export const asJson = (body: unknown): string =>
  JSON.stringify(body, null, 2).replaceAll(
    /[\x7f-\x9f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  );

/** Cells of an imported table as values of cards. */
import { csvCell } from "../../../http/tables";
import { type Column, cellOf } from "../../../http/workbooks";
import type { Cell } from "../../../platform/spreadsheet/workbook";
import { SEPARATOR } from "../list/references";

/** An apostrophe that keeps a spreadsheet from taking a text for a formula. */
const GUARD = /^'(?=[=+\-@\t\r])/;

/** Returns a cell without the apostrophe that the export of CSV puts before texts. */
export const unguarded = (cell: Cell): Cell => (typeof cell === "string" ? cell.replace(GUARD, "") : cell);

/** Returns a text without differences that no file carries: line ends, and white space around it. */
const comparable = (text: string): string => text.replace(/\r\n?/g, "\n").trim();

/** The characters of a day or a minute in an instant. */
const LENGTHS = { day: 10, instant: 16 } as const;

/** Returns a cell as the export shows a value of a card, for comparison; empty for none. */
export function exportedCell(value: unknown, column: Column, inWorkbook: boolean): string {
  if (!inWorkbook) return comparable(String(csvCell(value) ?? ""));
  const cell = cellOf(value, column);
  if (cell instanceof Date) return cell.toISOString().slice(0, LENGTHS[column.kind === "instant" ? "instant" : "day"]);
  // Readers take the escapes of a text back.
  return comparable(String(cell ?? "").replaceAll("_x005F_", "_"));
}

/** Returns a cell of an imported table, for comparison with `exportedCell`. */
export function importedCell(cell: Cell | null, column: Column): string {
  if (cell === null) return "";
  const text = comparable(String(cell));
  const isTime = /^\d{4}-\d{2}-\d{2}/.test(text);
  return isTime && (column.kind === "day" || column.kind === "instant") ? text.slice(0, LENGTHS[column.kind]) : text;
}

/** Returns the entries of a cell with links, in which a backslash escapes the next character. */
export const entriesIn = (text: string): string[] =>
  (text.match(/(?:\\.|[^;])+/gs) ?? []).map((entry) => entry.trim()).filter(Boolean);

const flags: Record<string, boolean> = { true: true, "1": true, yes: true, false: false, "0": false, no: false };

/** Returns the key of an option: from its label, its key in another case, or the text itself. */
function optionOf({ options }: Column, text: string): string {
  const wanted = text.trim().toLowerCase();
  for (const [key, label] of options ?? [])
    if (label.toLowerCase() === wanted || key.toLowerCase() === wanted) return key;
  return text.trim();
}

/**
 * Returns the value of a cell, as the kind of its column has it; a text that doesn't fit stays, so that it is refused.
 * @param isList whether the column holds lists
 */
export function cellValue(cell: Cell, column: Column, isList: boolean): unknown {
  const text = String(cell);
  if (isList)
    return text
      .split(SEPARATOR.trim())
      .map((entry) => optionOf(column, entry))
      .filter(Boolean);
  switch (column.kind) {
    case "number":
    case "currency":
      return typeof cell === "number" || text.trim() === "" || Number.isNaN(Number(text)) ? cell : Number(text);
    case "flag":
      return typeof cell === "boolean" ? cell : (flags[text.trim().toLowerCase()] ?? text);
    case "day":
      return /^\d{4}-\d{2}-\d{2}T00:00/.test(text) ? text.slice(0, LENGTHS.day) : text.trim();
    default:
      return column.options ? optionOf(column, text) : text;
  }
}

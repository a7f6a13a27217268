/** Rows of sheets as they are imported: reading their cells, and the reasons for which one is not applied. */
import type { Cell } from "./cells";

/** A row of a sheet: its number in the workbook, and its cells by their headers. */
export type Row = { number: number; cells: ReadonlyMap<string, Cell | null> };

/** The outcome of a row. */
export type Outcome = "created" | "updated" | "skipped" | "conflict" | "failed";

/** A row that contradicts the data that exists, for the reason in the message. */
export class Conflict extends Error {}
/** A row that can't be applied, for the reason in the message. */
export class Unfit extends Error {}
/** A row that the importer may not bring, for the reason in the message. */
export class LeftOut extends Error {}

/** Returns the text of a cell of a row; null for an empty one. */
export function textAt(row: Row, header: string): string | null {
  const cell = row.cells.get(header);
  return cell === null || cell === undefined ? null : String(cell);
}

/** Finds the text of a cell that must not be blank. @throws Unfit */
export function requireText(row: Row, header: string): string {
  const text = textAt(row, header);
  if (text === null || text.trim() === "") throw new Unfit(`${header} is missing`);
  return text;
}

/** Returns the JSON value in a cell; null for an empty one. @throws Unfit */
export function jsonAt(row: Row, header: string): unknown {
  const text = textAt(row, header);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Unfit(`${header} must be JSON`);
  }
}

/** Returns the JSON object in a cell; null for an empty one. @throws Unfit */
export function objectAt(row: Row, header: string): Record<string, unknown> | null {
  const value = jsonAt(row, header);
  if (value !== null && (typeof value !== "object" || Array.isArray(value)))
    throw new Unfit(`${header} must be a JSON object`);
  return value as Record<string, unknown> | null;
}

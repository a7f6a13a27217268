/** Cells of a bundle: JSON as text, and texts that no cell can carry unchanged, which become assets. */
import type { Cell } from "../../../platform/spreadsheet/workbook";

export type { Cell } from "../../../platform/spreadsheet/workbook";

/** A cell that refers to an asset holds this and the path of the asset. */
const REFERENCE = "@@WSIO_OVERFLOW@@:";
const OVERFLOW = /^overflow\/[0-9a-f]{32}\.txt$/;

/** Letters that a cell may have. */
const LONGEST = 30_000;

/** What XML can't hold or changes, what spreadsheets take for an escaped character, and our own references. */
const UNFIT = /[^\P{Cc}\t\n]|[\ufffe\uffff]|_x[0-9a-f]{4}_|^@@WSIO_OVERFLOW@@:/iu;

/** Whether a cell carries a text unchanged; of blank texts it may leave nothing. */
export const fitsCell = (text: string): boolean => text.length <= LONGEST && text.trim() !== "" && !UNFIT.test(text);

/** The path of the asset that holds a text instead of a cell: the same text is the same asset. */
export const overflowPath = (text: string): string =>
  `overflow/${new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 32)}.txt`;

/** The cell that refers to an asset. */
export const overflowCell = (path: string): string => REFERENCE + path;

/** The path of the asset that a cell refers to; undefined when it refers to none. */
export function overflowOf(cell: Cell | undefined): string | undefined {
  if (typeof cell !== "string" || !cell.startsWith(REFERENCE)) return undefined;
  const path = cell.slice(REFERENCE.length);
  return OVERFLOW.test(path) ? path : undefined;
}

/** A value with the keys of its objects in order. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(ordered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, part]) => [key, ordered(part)]),
  );
}

/** A value as JSON text with ordered keys, so that equal values are equal texts. */
export const jsonCell = (value: unknown): string => JSON.stringify(ordered(value));

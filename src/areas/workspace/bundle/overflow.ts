/** Texts that no cell can hold unchanged, which become assets of the bundle. */
import type { Cell } from "../../../core/sheets/cells";

/** The beginning of a cell that refers to an asset, before the path of the asset. */
const REFERENCE = "@@WSIO_OVERFLOW@@:";
const OVERFLOW = /^overflow\/[0-9a-f]{32}\.txt$/;

/** Characters of a cell. Spreadsheet programs cut a cell after 32,767. */
const MAX_CELL = 30_000;

/** Characters that XML can't hold or changes, texts that spreadsheets take for an escaped character, and our own references. */
const UNFIT = /[^\P{Cc}\t\n]|[\ufffe\uffff]|_x[0-9a-f]{4}_|^@@WSIO_OVERFLOW@@:/iu;

/** Checks whether a cell holds a text unchanged; of blank texts it may leave nothing. */
export const fitsCell = (text: string): boolean => text.length <= MAX_CELL && text.trim() !== "" && !UNFIT.test(text);

/** Returns the path of the asset that holds a text instead of a cell: the same text is the same asset. */
export const overflowPath = (text: string): string =>
  `overflow/${new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 32)}.txt`;

/** Returns the cell that refers to an asset. */
export const overflowCell = (path: string): string => REFERENCE + path;

/** Returns the path of the asset to which a cell refers; undefined when it refers to none. */
export function overflowOf(cell: Cell | undefined): string | undefined {
  if (typeof cell !== "string" || !cell.startsWith(REFERENCE)) return undefined;
  const path = cell.slice(REFERENCE.length);
  return OVERFLOW.test(path) ? path : undefined;
}

/** Reads tables of rows below a head, from workbooks and from CSV. */
import Papa from "papaparse";
import { inMemory, UnreadableFile } from "../archive/source";
import { type Cell, openWorkbook } from "./workbook";

/** A table: its heads, and the rows with a cell for each; empty cells are null. */
export type ReadTable = { heads: string[]; rows: { number: number; cells: (Cell | null)[] }[] };

/** The largest number of rows and columns that are read. */
export type TableLimits = { rows: number; columns: number };

/** Begins every archive, and so every workbook. */
const ZIP = [0x50, 0x4b];

/** Checks whether bytes begin as those of a workbook. */
export const isWorkbook = (bytes: Uint8Array): boolean => ZIP.every((byte, at) => bytes[at] === byte);

const tooMany = ({ rows, columns }: TableLimits) =>
  new UnreadableFile(`The table must not have more than ${rows} rows and ${columns} columns`);

const emptyToNull = (cell: Cell | undefined): Cell | null =>
  cell === undefined || String(cell).trim() === "" ? null : cell;

/** Reads the first sheet of a workbook. */
function readWorkbook(bytes: Uint8Array, limits: TableLimits): ReadTable {
  const workbook = openWorkbook(inMemory(bytes));
  const table: ReadTable = { heads: [], rows: [] };
  const [sheet] = workbook.sheets;
  if (sheet === undefined) throw new UnreadableFile("The workbook has no sheet");
  workbook.rows(sheet, ({ number, cells }) => {
    const last = Math.max(-1, ...cells.keys());
    if (last >= limits.columns || table.rows.length >= limits.rows) throw tooMany(limits);
    const row = Array.from({ length: last + 1 }, (_, at) => emptyToNull(cells.get(at)));
    if (table.heads.length === 0) table.heads = row.map((head) => String(head ?? "").trim());
    else if (row.some((cell) => cell !== null)) table.rows.push({ number, cells: row });
    return true;
  });
  return table;
}

/** Reads CSV with any of the usual separators, in UTF-8. */
function readCsv(bytes: Uint8Array, limits: TableLimits): ReadTable {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new UnreadableFile("The file is neither a workbook nor CSV in UTF-8");
  }
  if (text.includes("\u0000")) throw new UnreadableFile("The file is neither a workbook nor CSV in UTF-8");
  const { data } = Papa.parse<string[]>(text, { delimitersToGuess: [",", ";", "\t"], preview: limits.rows + 2 });
  const [heads = [], ...lines] = data;
  if (heads.length > limits.columns || lines.length > limits.rows + 1) throw tooMany(limits);
  const rows = lines
    .map((cells, at) => ({ number: at + 2, cells: cells.map(emptyToNull) }))
    .filter(({ cells }) => cells.some((cell) => cell !== null));
  if (rows.length > limits.rows || rows.some(({ cells }) => cells.length > limits.columns)) throw tooMany(limits);
  return { heads: heads.map((head) => head.trim()), rows };
}

/**
 * Reads a table of a file: the first sheet of a workbook, or CSV.
 * @throws UnreadableFile when it is neither, has no heads, or exceeds the limits
 */
export function readTable(bytes: Uint8Array, limits: TableLimits): ReadTable {
  const table = isWorkbook(bytes) ? readWorkbook(bytes, limits) : readCsv(bytes, limits);
  if (table.heads.every((head) => head === "")) throw new UnreadableFile("The table has no heads");
  return table;
}

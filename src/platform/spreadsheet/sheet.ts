/** Reads the rows of a sheet, one after the other. */
import type { Archive } from "../archive/reader";
import { UnreadableFile } from "../archive/source";
import { type Cell, dateOf, readPart, unescaped } from "./cells";

/** The parts of a workbook that its cells refer to. */
export type CellContext = { sharedTexts: readonly string[]; dateStyles: readonly boolean[]; epoch: 1900 | 1904 };

/** A row: its number, counted from 1, and its values by their column, counted from 0. Empty cells are left out. */
export type SheetRow = { number: number; cells: ReadonlyMap<number, Cell> };

const MAX_COLUMNS = 16_384;
/** Letters of all cells of a row together. */
const LONGEST_ROW = 4 * 1024 * 1024;

type RawCell = { column: number; type: string; style: number };

/**
 * Returns the column that a reference as `AB12` names, counted from 0.
 * @throws UnreadableFile when there is no such column
 */
function columnOf(reference: string): number {
  const letters = /^\$?([A-Z]{1,3})\$?\d*$/.exec(reference)?.[1];
  let column = 0;
  for (const letter of letters ?? "") column = column * 26 + letter.charCodeAt(0) - 64;
  if (column < 1 || column > MAX_COLUMNS) throw new UnreadableFile("The workbook has a cell outside of its sheet");
  return column - 1;
}

/** Returns the value of a number's text. */
function numberOf(text: string, style: number, { dateStyles, epoch }: CellContext): Cell | undefined {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  return dateStyles[style] ? dateOf(number, epoch) : number;
}

/** Returns the value of a cell; undefined for an empty one and for an error. */
function cellValue({ type, style }: RawCell, text: string, context: CellContext): Cell | undefined {
  if (type === "e" || text.trim() === "") return undefined;
  if (type === "s") return context.sharedTexts[Number(text)];
  if (type === "b") return text === "1" || text === "true";
  return type === "" || type === "n" ? numberOf(text, style, context) : unescaped(text);
}

/**
 * Reads the rows of a sheet that are not empty.
 * @param receive returns `false` when that is enough
 */
export function readSheet(
  archive: Archive,
  path: string,
  context: CellContext,
  receive: (row: SheetRow) => boolean,
): void {
  let number = 0;
  let column = 0;
  let letters = 0;
  let text = "";
  let inValue = false;
  let inPhonetic = false;
  let isEnough = false;
  let cell: RawCell | undefined;
  let cells = new Map<number, Cell>();

  function closeCell(): void {
    if (!cell) return;
    const value = cellValue(cell, text, context);
    if (typeof value === "string") letters += value.length;
    if (letters > LONGEST_ROW) throw new UnreadableFile(`Row ${number} of the workbook holds too much text`);
    if (value !== undefined && value !== "") cells.set(cell.column, value);
    column = cell.column + 1;
    cell = undefined;
  }

  readPart(
    archive,
    path,
    {
      open(name, attributes) {
        if (name === "row") {
          number = Number.parseInt(attributes["r"] ?? "", 10) || number + 1;
          [column, letters, cells] = [0, 0, new Map()];
        } else if (name === "c") {
          const { r, t = "", s = "" } = attributes;
          cell = { column: r === undefined ? column : columnOf(r), type: t, style: Number(s) };
          text = "";
        } else if (name === "rPh") inPhonetic = true;
        else if (name === "v" || name === "t") inValue = !inPhonetic;
      },
      text(piece) {
        if (cell && inValue) text += piece;
      },
      close(name) {
        if (name === "v" || name === "t") inValue = false;
        else if (name === "rPh") inPhonetic = false;
        else if (name === "c") closeCell();
        else if (name === "row" && cells.size > 0 && !isEnough) isEnough = !receive({ number, cells });
      },
    },
    () => isEnough,
  );
}

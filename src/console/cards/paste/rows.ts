/** Pasted rows: what each asks for, and what the server says that it would do. */
import type { Schemas } from "../../server/client";
import type { Target } from "./targets";

export type Result = Schemas["UpsertRowResult"];

/** A pasted row. */
export type PastedRow = {
  /** Its place in the block, from 1, as a spreadsheet numbers it. */
  number: number;
  texts: readonly string[];
  /** The card that it is about; found by its name without one. */
  id?: string;
  /** True when it shall be made, although a card has a name that is close. */
  isNew?: true;
};

/** The sign of a row. */
export type Sign = "change" | "create" | "refused" | "ask" | "same";

/** A row with what becomes of it; the column is that whose cell is wrong. */
export type JudgedRow = PastedRow & {
  sign: Sign;
  result?: Result;
  column?: number;
};

/** The columns of a block: the target of each; undefined for one that is ignored. */
export type Columns = readonly (Target | undefined)[];

/** Returns the first column whose text means nothing for its target; -1 for none. */
export const wrongColumn = ({ texts }: PastedRow, columns: Columns): number =>
  columns.findIndex((target, at) => target !== undefined && target.read(texts[at] ?? "") === undefined);

const PARTS = /^(attributes|lifecycle)\.(.+)$/s;

/** Returns a row as an upsert takes it. @param clears whether empty cells clear what the card has */
export function upsertRow({ texts, id }: PastedRow, columns: Columns, clears: boolean): Record<string, unknown> {
  const row: Record<string, unknown> = { ...(id && { id }) };
  for (const [at, target] of columns.entries()) {
    if (!target) continue;
    const value = target.read(texts[at] ?? "");
    if (value === null && (!clears || target.name === "name" || target.name === "id")) continue;
    const [, whole, part] = PARTS.exec(target.name) ?? [];
    if (whole && part) row[whole] = { ...(row[whole] as object), [part]: value };
    else row[target.name] = target.name === "parent" && value === null ? "" : value;
  }
  return row;
}

/** Returns the sign of a row by what the server says; one with a close name is asked about. */
function signOf({ isNew }: PastedRow, { status, nearest }: Result): Sign {
  if (status === "create" && nearest.length > 0 && !isNew) return "ask";
  return status;
}

/** Returns the rows with their signs. @param resultOf the server's word on a row; undefined while it is awaited */
export const judged = (
  rows: readonly PastedRow[],
  columns: Columns,
  resultOf: (number: number) => Result | undefined,
): JudgedRow[] =>
  rows.map((row) => {
    const wrong = wrongColumn(row, columns);
    if (wrong >= 0) return { ...row, sign: "refused", column: wrong };
    const result = resultOf(row.number);
    if (!result) return { ...row, sign: "same" };
    const column = columns.findIndex((target) => target !== undefined && target.name === result.field);
    return { ...row, result, sign: signOf(row, result), ...(column >= 0 && { column }) };
  });

/** Returns what a text with a figure may mean, as 150000 for `150 k?`; undefined when it has none. */
export function figureIn(text: string): number | undefined {
  const [, figure, unit = ""] = /(-?\d[\d\s.,'’]*)\s*([kmKM]?)/.exec(text) ?? [];
  const value = Number(
    figure
      ?.replaceAll(/[\s'’]/g, "")
      .replaceAll(/[.,](?=\d{3}(\D|$))/g, "")
      .replace(",", "."),
  );
  if (figure === undefined || !Number.isFinite(value)) return undefined;
  return value * ({ k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1);
}

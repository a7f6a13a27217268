/** Workbooks as another tool exports them, and archives with any content. */
import { zipSync } from "fflate";
import { readXlsx, writeXlsx } from "hucre/xlsx";

/** A value of a cell. */
export type CellValue = string | number | boolean | Date | null;

/** Name of a sheet → its rows. */
export type Sheets = Record<string, CellValue[][]>;

/** Returns a table as the tool exports it: the keys of its columns, their labels, and a row for each record. */
export function table(records: readonly Record<string, CellValue>[], labels = true): CellValue[][] {
  const keys = [...new Set(records.flatMap(Object.keys))];
  const rows = records.map((record) => keys.map((key) => record[key] ?? null));
  return labels ? [keys, keys.map((key) => `Label of ${key}`), ...rows] : [keys, ...rows];
}

/** Returns a workbook with these sheets. */
export async function workbookOf(sheets: Sheets): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await writeXlsx({ sheets: Object.entries(sheets).map(([name, rows]) => ({ name, rows })) });
  return new Uint8Array(bytes);
}

/** Returns an archive with these files, as text or bytes. */
export function archiveOf(files: Record<string, string | Uint8Array>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const entries = Object.entries(files).map(([path, content]) => [
    path,
    typeof content === "string" ? encoder.encode(content) : content,
  ]);
  return new Uint8Array(zipSync(Object.fromEntries(entries)));
}

const RELATIONSHIPS = "http://schemas.openxmlformats.org/package/2006/relationships";
const TYPES = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/** Returns a workbook of one sheet whose XML is given, and other parts of it. */
export const rawWorkbook = (sheet: string, parts: Record<string, string | Uint8Array> = {}): Uint8Array<ArrayBuffer> =>
  archiveOf({
    "_rels/.rels": `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${TYPES}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `<workbook xmlns:r="${TYPES}"><sheets><sheet name="Sheet" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${TYPES}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${TYPES}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    "xl/sharedStrings.xml": "<sst/>",
    "xl/worksheets/sheet1.xml": sheet,
    ...parts,
  });

/** Numbers below another one that look random, and are the same for the same seed. */
export type Random = (below: number) => number;

/** Returns random numbers by a seed. */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns bytes of which some are changed, and perhaps the end is cut off. */
export function damagedBy(random: Random, bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const damaged = bytes.slice(0, random(4) === 0 ? random(bytes.length) : bytes.length);
  for (let changes = 1 + random(6); changes > 0; changes--) damaged[random(damaged.length || 1)] = random(256);
  return damaged;
}

/**
 * Returns the cells of the first sheet of a workbook that was exported, with the keys of its second sheet as its first row.
 */
export async function exportedCells(bytes: Uint8Array): Promise<unknown[][]> {
  const { sheets } = await readXlsx(bytes);
  const [head = [], ...rows] = sheets[0]?.rows ?? [];
  const keys = new Map((sheets[1]?.rows ?? []).map(([column, key]) => [column, key]));
  return [head.map((label) => keys.get(label)), ...rows];
}

/** Returns the rows of such a sheet, each with its cells by their keys. */
export async function exportedRows(bytes: Uint8Array): Promise<Record<string, unknown>[]> {
  const [head = [], ...rows] = await exportedCells(bytes);
  return rows.map((row) => Object.fromEntries(head.map((key, at) => [String(key), row[at]])));
}

/** The rows of a spreadsheet that somebody has chosen as a file; the code comes with the first one. */

/** The files that can be read, as the field for one takes them. */
export const SPREADSHEETS = ".xlsx,.xlsm,.csv,text/csv,text/plain";

/** Checks whether a row has nothing in it. */
export const isBlank = (texts: readonly string[]): boolean => texts.every((text) => text.trim() === "");

/** Returns the rows of an Excel or CSV file in their places, the blank ones too. @throws when it is neither */
export async function rowsOf(file: File): Promise<string[][]> {
  if (/\.xls[xm]$/i.test(file.name)) {
    const { rowsOfWorkbook } = await import("./workbook");
    return rowsOfWorkbook(new Uint8Array(await file.arrayBuffer()));
  }
  const { default: papa } = await import("papaparse");
  return papa.parse<string[]>(await file.text(), { delimitersToGuess: [",", ";", "\t"] }).data;
}

/** The corrected rows by their numbers, from 1; undefined for one that is left out. */
export type Corrections = ReadonlyMap<number, readonly string[] | undefined>;

/** Returns a file with corrected rows, as CSV; each row keeps its number. */
export async function corrected(file: File, corrections: Corrections): Promise<File> {
  if (corrections.size === 0) return file;
  const { default: papa } = await import("papaparse");
  const rows = (await rowsOf(file)).map((texts, at) =>
    corrections.has(at + 1) ? (corrections.get(at + 1) ?? []) : texts,
  );
  return new File([papa.unparse(rows as string[][])], file.name.replace(/\.[^.]*$/, ".csv"), { type: "text/csv" });
}

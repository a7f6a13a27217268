/** The rows of a spreadsheet that somebody has chosen as a file; the code comes with the first one. */

/** The files that can be read, as the field for one takes them. */
export const SPREADSHEETS = ".xlsx,.xlsm,.csv,text/csv,text/plain";

/** Returns the rows of an Excel or CSV file. @throws when it is neither */
export async function rowsOf(file: File): Promise<string[][]> {
  if (/\.xls[xm]$/i.test(file.name)) {
    const { rowsOfWorkbook } = await import("./workbook");
    return rowsOfWorkbook(new Uint8Array(await file.arrayBuffer()));
  }
  const { default: papa } = await import("papaparse");
  return papa.parse<string[]>(await file.text(), { skipEmptyLines: true }).data;
}

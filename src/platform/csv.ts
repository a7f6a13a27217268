/** Writing CSV (RFC 4180). */

/** Spreadsheets interpret cells that begin with one of these as formulas. */
const formula = /^[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]/;

/** Returns a cell; an apostrophe before text keeps spreadsheets from interpreting it as a formula. */
function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a row with its line end; null is an empty cell. */
export const csvLine = (values: readonly (string | number | null)[]): string => `${values.map(cell).join(",")}\r\n`;

/** Returns SQL for a cell as in `csvLine`, given SQL for a text or null. */
export function csvCellSql(text: string): string {
  const apostrophe = `CASE WHEN ${text} GLOB '[=+@\t\r-]*' THEN '''' ELSE '' END`;
  return `CASE WHEN ${text} GLOB '*[",\r\n]*' THEN '"' || ${apostrophe} || replace(${text}, '"', '""') || '"'
    ELSE coalesce(${apostrophe} || ${text}, '') END`;
}

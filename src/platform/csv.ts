/** CSV (RFC 4180) on its way out. */

/** A spreadsheet takes a cell that begins with one of these for a formula. */
const formula = /^[=+\-@\t\r]/;
const needsQuotes = /[",\r\n]/;

/** A cell; text that a spreadsheet would run gets an apostrophe in front, which spreadsheets don't show. */
function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = formula.test(value) ? `'${value}` : value;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line with its line end; null is an empty cell. */
export const csvLine = (values: readonly (string | number | null)[]): string => `${values.map(cell).join(",")}\r\n`;

/** SQL for a cell as `csvLine` writes it, out of SQL for a text or null. */
export function csvCellSql(text: string): string {
  const apostrophe = `CASE WHEN ${text} GLOB '[=+@\t\r-]*' THEN '''' ELSE '' END`;
  return `CASE WHEN ${text} GLOB '*[",\r\n]*' THEN '"' || ${apostrophe} || replace(${text}, '"', '""') || '"'
    ELSE coalesce(${apostrophe} || ${text}, '') END`;
}

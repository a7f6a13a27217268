/** Tables and lists of facts as a model reads them: names first, ids last. */
import Papa from "papaparse";

/** Characters of a cell. */
const LONGEST_CELL = 240;

/** A column: its title, and its value in a row. */
export type Column<Row> = readonly [title: string, value: (row: Row) => unknown];

/** Returns a value as one line. */
export function lineOf(value: unknown, most = LONGEST_CELL): string {
  if (value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)) return "–";
  const text = Array.isArray(value)
    ? value.map((entry) => lineOf(entry)).join(", ")
    : typeof value === "object"
      ? JSON.stringify(value)
      : String(value);
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line;
}

const cell = (value: unknown) => lineOf(value).replaceAll("|", "\\|");
const row = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** Returns rows as a table; a sentence when there are none. */
export function tableOf<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  if (rows.length === 0) return "(none)";
  const titles = columns.map(([title]) => title);
  return [
    row(titles),
    row(titles.map(() => "---")),
    ...rows.map((entry) => row(columns.map(([, value]) => cell(value(entry))))),
  ].join("\n");
}

/** Returns facts as lines; those without a value are left out. */
export const factsOf = (facts: readonly (readonly [name: string, value: unknown])[], most = 4_000): string =>
  facts
    .filter(
      ([, value]) => value !== null && value !== undefined && value !== "" && !(Array.isArray(value) && !value[0]),
    )
    .map(([name, value]) => `${name}: ${lineOf(value, most)}`)
    .join("\n") || "(none)";

/** Returns a part with a heading. */
export const part = (heading: string, text: string): string => `\n## ${heading}\n${text}`;

/** Rows of a page. */
export const PAGE = 50;

/** Returns the sentence about a page. */
export function pageText(total: number, page: number, size: number, what: string): string {
  const from = (page - 1) * size + 1;
  if (total === 0) return `There are no ${what}.`;
  if (from > total) return `There are ${total} ${what}: page ${page} is behind the last.`;
  const to = Math.min(total, page * size);
  const rest = to < total ? ` Page ${page + 1} has the next.` : "";
  return `${what[0]?.toUpperCase()}${what.slice(1)} ${from} to ${to} of ${total}.${rest}`;
}

const isId = (name: string) => name === "id" || name.endsWith("_id");

/** Returns a page of a table in CSV: columns with ids last, those that are empty in all of its rows left out. */
export function csvPage(csv: string, page: number): { text: string; total: number } {
  const { data } = Papa.parse<string[]>(csv, { skipEmptyLines: true });
  const [titles = [], ...rows] = data;
  const shown = rows.slice((page - 1) * PAGE, page * PAGE);
  const columns = titles
    .map((title, at): Column<string[]> => [title.replaceAll("_", " "), (entry) => entry[at]])
    .filter((_, at) => shown.some((entry) => entry[at]));
  const order = columns.toSorted(
    ([one], [other]) => Number(isId(one.replaceAll(" ", "_"))) - Number(isId(other.replaceAll(" ", "_"))),
  );
  return { text: tableOf(order, shown), total: rows.length };
}

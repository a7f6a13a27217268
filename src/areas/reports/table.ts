/** Reports as tables: JSON by default, CSV or a spreadsheet when asked for. */
import { writeXlsxStream } from "hucre/xlsx";
import { z } from "zod";
import { type Actor, may } from "../../core/access/actor";
import { jsonText, streamed, streamOf } from "../../http/responses";
import { csvLine } from "../../platform/csv";
import { phases } from "../cards";
import { cardType } from "../metamodel";

type Cell = string | number | boolean | Date | null;
type Row = Record<string, unknown>;
export type Column = { header: string; value: (row: Row) => unknown };

/** A report as the JSON text of its answer, and as rows of a table; only one of them is made. */
export type Report = { name: string; json: () => string; columns: readonly Column[]; rows: () => Iterable<Row> };

const media = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** The media types of a report. */
export const REPORT_MEDIA = ["application/json", ...Object.values(media)];

export const Format = {
  format: z.enum(["json", "csv", "xlsx"]).optional().meta({ description: "Goes before `Accept`" }),
};
export const Accept = z.object({
  accept: z.string().optional().meta({ description: "`text/csv` or the type of an XLSX file; JSON without them" }),
});

type Asked = { format?: "json" | keyof typeof media | undefined };

/** The format that a request asks for: by parameter, or else by the first known type of its header. */
function formatOf({ format }: Asked, { accept }: z.infer<typeof Accept>): "json" | keyof typeof media {
  if (format) return format;
  const types = (accept ?? "").split(",").map((entry) => entry.split(";")[0]?.trim().toLowerCase());
  const known = types.find((type) => type === "application/json" || type === media.csv || type === media.xlsx);
  return known === media.csv ? "csv" : known === media.xlsx ? "xlsx" : "json";
}

/** The response with a report in the format that is asked for. */
export function respond(report: Report, query: Asked, headers: z.infer<typeof Accept>): Response {
  const format = formatOf(query, headers);
  if (format === "json") return jsonText(report.json());
  return tableResponse(report, format);
}

/** A streamed table as a file. */
export function tableResponse({ name, columns, rows }: Omit<Report, "json">, format: keyof typeof media): Response {
  const body = format === "csv" ? csv(columns, rows()) : spreadsheet(name, columns, rows());
  return streamed(body, {
    "content-type": format === "csv" ? `${media.csv}; charset=utf-8` : media.xlsx,
    "content-disposition": `attachment; filename=${name}.${format}`,
  });
}

/** The most letters that a cell of a spreadsheet may hold. */
const LONGEST_CELL = 32_767;

/** A value as a typed cell; lists are joined. */
function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === "number" || typeof value === "boolean" || value instanceof Date) return value;
  if (Array.isArray(value)) return cellOf(value.map(String).join("; "));
  return (typeof value === "string" ? value : JSON.stringify(value)).slice(0, LONGEST_CELL);
}

/** What XML can't hold. */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function* cellsOf(columns: readonly Column[], rows: Iterable<Row>): Generator<Cell[]> {
  for (const row of rows) yield columns.map(({ value }) => cellOf(value(row)));
}

function* spreadsheetRows(columns: readonly Column[], rows: Iterable<Row>): Generator<Cell[]> {
  for (const cells of cellsOf(columns, rows))
    yield cells.map((cell) => (typeof cell === "string" ? cell.replace(UNWRITABLE, "") : cell));
}

const spreadsheet = (name: string, columns: readonly Column[], rows: Iterable<Row>): ReadableStream<Uint8Array> =>
  writeXlsxStream(spreadsheetRows(columns, rows), {
    name: name.slice(0, 31),
    columns: columns.map(({ header }) => ({ header: header.replace(UNWRITABLE, "") })),
    freezePane: { rows: 1 },
  });

const csvCell = (cell: Cell) =>
  cell instanceof Date ? cell.toISOString().slice(0, 10) : typeof cell === "boolean" ? String(cell) : cell;

/** Rows of a piece of CSV. */
const PIECE = 200;

function csv(columns: readonly Column[], rows: Iterable<Row>): ReadableStream<Uint8Array> {
  let text = csvLine(columns.map(({ header }) => header));
  const cells = cellsOf(columns, rows)[Symbol.iterator]();
  return streamOf(() => {
    for (let count = 0; count < PIECE; count++) {
      const { done, value } = cells.next();
      if (done) break;
      text += csvLine(value.map(csvCell));
    }
    const piece = text;
    text = "";
    return piece || null;
  });
}

/** The rows that JSON texts hold. */
export function* parsed(texts: Iterable<string>): Generator<Row> {
  for (const text of texts) yield JSON.parse(text) as Row;
}

/** Columns with the values of some keys. */
export const columns = (...keys: string[]): Column[] =>
  keys.map((key) => ({ header: key, value: (row: Row) => row[key] }));

/** A day as a date; anything else as it is. */
const dateCell = (value: unknown) =>
  typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value))
    ? new Date(value)
    : value;

/** A column for each phase of the lifecycle. */
export const lifecycleColumns: readonly Column[] = phases.map((phase) => ({
  header: phase,
  value: ({ lifecycle }) => dateCell((lifecycle as Row | null)?.[phase]),
}));

/** A column for each field of a card type, costs only for those who may see them. */
export function attributeColumns(actor: Actor, typeKey: string): Column[] {
  const fields = [...(cardType(typeKey)?.fields.values() ?? [])];
  return fields
    .filter(({ type }) => type !== "cost" || may(actor, "costs.view"))
    .map(({ key, type }) => ({
      header: key,
      value: ({ attributes }) => {
        const value = (attributes as Row | null)?.[key];
        return type === "date" ? dateCell(value) : value;
      },
    }));
}

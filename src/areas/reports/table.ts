/** Reports as tables: JSON by default, CSV or a spreadsheet when asked for. */
import { z } from "zod";
import { generalSettings } from "../../core/settings/general";
import { jsonInChunks } from "../../http/responses";
import { Text } from "../../http/schemas";
import { Bom, type Column, columns, type Row, type Table, tableMedia, tableResponse } from "../../http/tables";

/** A report as the JSON text of its answer, in pieces, and as a table; only one of them is made. */
export type Report = Table & { json: () => Iterable<string> };

/** The media types of a report. */
export const REPORT_MEDIA = ["application/json", ...Object.values(tableMedia)];

export const Format = {
  format: z.enum(["json", "csv", "xlsx"]).optional().meta({ description: "Goes before `Accept`" }),
  bom: Bom,
};
export const Accept = z.object({
  accept: Text(1_000).optional().meta({ description: "`text/csv` or the type of an XLSX file; JSON without them" }),
});

const formats = { json: "application/json", ...tableMedia };
type Format = keyof typeof formats;
type FormatQuery = { format?: Format | undefined; bom?: boolean | undefined };

/** Returns the format that a request asks for: by parameter, or else by the first known type of its header. */
function formatOf({ format }: FormatQuery, { accept = "" }: z.infer<typeof Accept>): Format {
  if (format) return format;
  const types = accept.split(",").map((entry) => entry.split(";")[0]?.trim().toLowerCase());
  const known = (Object.keys(formats) as Format[]).map((key): [number, Format] => [types.indexOf(formats[key]), key]);
  return known.filter(([place]) => place >= 0).sort(([one], [other]) => one - other)[0]?.[1] ?? "json";
}

/** Returns the response with a report in the format that is asked for. @throws Problem 413 when its JSON is too large */
export function respond(report: Report, query: FormatQuery, headers: z.infer<typeof Accept>): Response {
  const format = formatOf(query, headers);
  if (format === "json") return jsonInChunks(report.json());
  return tableResponse({ currency: generalSettings().currency, ...report }, format, query.bom);
}

/** Returns the column of what has a phase only at a date. */
export const phaseColumn = (at: string | undefined): Column[] => (at === undefined ? [] : columns("phase"));

/** Returns the rows that JSON texts hold. */
export function* parsed(texts: Iterable<string>): Generator<Row> {
  for (const text of texts) yield JSON.parse(text) as Row;
}

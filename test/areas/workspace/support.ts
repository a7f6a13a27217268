/** Helpers that export and import workspaces and wait for them. */
import { unzipSync } from "fflate";
import { readXlsx } from "hucre/xlsx";
import type { Answer, Client } from "../../support/client";
import type { TestServer } from "../../support/server";
import { until } from "../../support/waiting";
import { archiveOf, type CellValue, type Sheets, workbookOf } from "../../support/workbooks";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
export type Body = any;

/** A row of a sheet by its headers. */
export type SheetRow = Record<string, unknown>;

/** An exported bundle, taken apart. */
export type ImportedLandscape = {
  bytes: Uint8Array<ArrayBuffer>;
  headers: Headers;
  manifest: Body;
  /** Name of a sheet → its headers, and its rows. */
  sheets: Record<string, { headers: string[]; rows: SheetRow[] }>;
  /** Path → content. */
  assets: Record<string, Uint8Array>;
};

const decoder = new TextDecoder();

/** Exports the workspace. */
export async function exported(server: TestServer, client: Client, query = ""): Promise<ImportedLandscape> {
  const response = await fetch(`${server.url}/api/v1/admin/workspace/export${query}`, {
    headers: { authorization: `Bearer ${client.token}` },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(decoder.decode(bytes));
  const files = unzipSync(bytes);
  const workbook = await readXlsx(files["workspace.xlsx"] as Uint8Array);
  const sheets = Object.fromEntries(
    workbook.sheets.map(({ name, rows: [head = [], ...rows] }) => {
      const headers = head.map(String);
      const records = rows.map((row) => Object.fromEntries(headers.map((header, at) => [header, row[at] ?? null])));
      return [name, { headers, rows: records }];
    }),
  );
  const assets = Object.fromEntries(
    Object.entries(files).flatMap(([path, content]) => (path.startsWith("assets/") ? [[path.slice(7), content]] : [])),
  );
  const manifest = JSON.parse(decoder.decode(files["manifest.json"]));
  return { bytes, headers: response.headers, manifest, sheets, assets };
}

/** Returns a bundle with these sheets. */
export const bundleOf = async (
  sheets: Sheets,
  manifest: object | string = { format_version: "1" },
  assets: Record<string, string | Uint8Array> = {},
): Promise<Uint8Array<ArrayBuffer>> =>
  archiveOf({
    "manifest.json": typeof manifest === "string" ? manifest : JSON.stringify(manifest),
    "workspace.xlsx": await workbookOf(sheets),
    ...Object.fromEntries(Object.entries(assets).map(([path, content]) => [`assets/${path}`, content])),
  });

/** Uploads bytes as a bundle. */
export function upload(client: Client, bytes: Uint8Array<ArrayBuffer>, name = "bundle.zip"): Promise<Answer> {
  const form = new FormData();
  form.append("file", new File([bytes], name));
  return client.post("/admin/workspace/import", form);
}

/** Returns the transfer once it is neither being previewed nor being applied. */
export const settled = (client: Client, id: string): Promise<Body> =>
  until(async () => {
    const { body } = await client.get(`/admin/workspace/import/${id}`);
    return body.status !== "parsing" && body.status !== "applying" && body;
  }, `the transfer ${id} to come to an end`);

/** Returns a transfer that is previewed, or has failed to be. */
export async function previewed(client: Client, bytes: Uint8Array<ArrayBuffer>): Promise<Body> {
  const { status, body } = await upload(client, bytes);
  if (status !== 202) throw new Error(`The upload was answered ${status}: ${JSON.stringify(body)}`);
  return settled(client, body.id);
}

/** Returns a transfer that is applied, or has failed to be. */
export async function applied(client: Client, bytes: Uint8Array<ArrayBuffer>): Promise<Body> {
  const { id } = await previewed(client, bytes);
  const { status, body } = await client.post(`/admin/workspace/import/${id}/apply`);
  if (status !== 202) throw new Error(`The application was answered ${status}: ${JSON.stringify(body)}`);
  return settled(client, id);
}

/** Returns the section of a sheet in a report. */
export const sectionOf = (report: Body, sheet: string): Body =>
  report.sections.find((section: Body) => section.sheet === sheet);

/** Returns the sections of a report in which something is counted among these outcomes, with the reasons. */
export const rowsWith = (report: Body, ...outcomes: string[]): Body[] =>
  report.sections.filter((section: Body) => outcomes.some((outcome) => section[outcome] > 0));

/** Returns the rows of a sheet, given by their headers. */
export const sheet = (...records: Record<string, CellValue>[]): CellValue[][] => {
  const headers = [...new Set(records.flatMap(Object.keys))];
  return [headers, ...records.map((record) => headers.map((header) => record[header] ?? null))];
};

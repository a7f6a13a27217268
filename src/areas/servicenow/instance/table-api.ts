/** The Table API of ServiceNow, as far as it is used here. */
import type { Instance } from "./client";
import { InstanceError } from "./failure";

/** A row of a table as it is answered. */
export type Row = Record<string, unknown>;

/** Rows of one page. */
export const PAGE = 500;

const tablePattern = /^[a-zA-Z0-9_]+$/;
const sysIdPattern = /^[a-f0-9]{32}$/;

/** Checks whether a text can be the name of a table. */
export const isTableName = (text: string): boolean => tablePattern.test(text);

/** Checks whether a text is an id of a row that can stand in an address. */
export const isSysId = (text: string): boolean => sysIdPattern.test(text);

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the `result` of an answer. @throws InstanceError when the answer is no JSON object */
function resultOf(bytes: Uint8Array, host: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new InstanceError(`${host} answers with what is no JSON`, true);
  }
  if (!isRow(value)) throw new InstanceError(`${host} answers with what is no JSON object`, true);
  return value["result"];
}

/** Returns the rows of an answer; a missing result counts as empty. @throws InstanceError */
export function rowsOf(bytes: Uint8Array, host: string): Row[] {
  const result = resultOf(bytes, host);
  if (result === undefined || result === null) return [];
  if (!Array.isArray(result)) throw new InstanceError(`${host} answers with a result that is no list`, true);
  return result.filter(isRow);
}

async function listRows(instance: Instance, table: string, query: Record<string, string>): Promise<Row[]> {
  const response = await instance.send(`/api/now/table/${table}`, { query });
  return rowsOf(await response.bytes(), instance.host);
}

/** Checks whether the instance answers a request with 200. */
export async function probe(instance: Instance): Promise<boolean> {
  const query = { sysparm_limit: "1", sysparm_fields: "name" };
  return (await instance.send("/api/now/table/sys_db_object", { query })).status === 200;
}

/** Returns a text as a value in an encoded query, in which `^` separates conditions. */
const queryValue = (text: string) => text.replaceAll("^", "^^");

/** Lists the tables of the instance whose name or label contains a text, 200 at most. */
export const listTables = (instance: Instance, search: string): Promise<Row[]> =>
  listRows(instance, "sys_db_object", {
    sysparm_fields: "name,label",
    sysparm_limit: "200",
    sysparm_query: search
      ? `nameLIKE${queryValue(search)}^ORlabelLIKE${queryValue(search)}^ORDERBYlabel`
      : "ORDERBYlabel",
  });

/** Lists the columns of a table, 500 at most. */
export const listColumns = (instance: Instance, table: string): Promise<Row[]> =>
  listRows(instance, "sys_dictionary", {
    sysparm_query: `name=${table}^internal_type!=collection`,
    sysparm_fields: "element,column_label,internal_type",
    sysparm_limit: "500",
  });

/** The selection that a mapping makes in its table. */
export type Selection = { table: string; columns: readonly string[]; filter: string | null };

/** A page of rows, not parsed yet; `total` is 0 when the instance doesn't state it. */
export type PageOfRows = { bytes: Uint8Array; total: number };

/**
 * Returns a page of the rows that a mapping selects, ordered by their id so that pages don't overlap.
 * @throws InstanceError
 */
export async function fetchRows(
  instance: Instance,
  { table, columns, filter }: Selection,
  { limit = PAGE, offset = 0 }: { limit?: number; offset?: number } = {},
): Promise<PageOfRows> {
  const query = {
    sysparm_limit: String(limit),
    sysparm_offset: String(offset),
    sysparm_display_value: "false",
    sysparm_exclude_reference_link: "true",
    ...(columns.length > 0 && { sysparm_fields: ["sys_id", ...columns].join(",") }),
    sysparm_query: filter ? `${filter}^ORDERBYsys_id` : "ORDERBYsys_id",
  };
  const response = await instance.send(`/api/now/table/${table}`, { query });
  const total = Number(response.headers.get("x-total-count") ?? 0);
  return { bytes: await response.bytes(), total: Number.isSafeInteger(total) && total > 0 ? total : 0 };
}

/** Returns a condition added to every alternative (`^NQ`) of an encoded query. */
export const narrowed = (filter: string | null, condition: string): string =>
  (filter ?? "")
    .split("^NQ")
    .map((alternative) => (alternative === "" ? condition : `${condition}^${alternative}`))
    .join("^NQ");

/** Returns the id of a row in an answer; undefined when it has none that can be used. */
export function sysIdOf(row: Row): string | undefined {
  const id = cellValue(row["sys_id"]);
  return typeof id === "string" && id !== "" && id.length <= 32 ? id : undefined;
}

/** Returns the value of a cell, which may be answered with its display value or as a link to a record. */
export function cellValue(cell: unknown): unknown {
  if (cell === undefined) return null;
  return isRow(cell) && ("link" in cell || "display_value" in cell) ? (cell["value"] ?? null) : cell;
}

/** Creates a row. @returns its id; undefined when the instance doesn't return it @throws InstanceError */
export async function createRow(instance: Instance, table: string, body: Row): Promise<string | undefined> {
  const response = await instance.send(`/api/now/table/${table}`, { method: "POST", body });
  const result = resultOf(await response.bytes(), instance.host);
  return isRow(result) ? sysIdOf(result) : undefined;
}

/** Updates a row. @throws InstanceError */
export async function updateRow(instance: Instance, table: string, sysId: string, body: Row): Promise<void> {
  if (!isSysId(sysId)) throw new InstanceError(`${sysId} is no sys_id`, false);
  await instance.send(`/api/now/table/${table}/${sysId}`, { method: "PATCH", body });
}

/**
 * Finds the ids of the rows that hold exactly these texts, newest first, ten at most.
 * @throws InstanceError
 */
export async function findRows(instance: Instance, table: string, texts: Record<string, string>): Promise<string[]> {
  const conditions = Object.entries(texts).map(([column, text]) => `${column}=${queryValue(text)}`);
  const rows = await listRows(instance, table, {
    sysparm_query: [...conditions, "ORDERBYDESCsys_created_on"].join("^"),
    sysparm_fields: ["sys_id", ...Object.keys(texts)].join(","),
    sysparm_display_value: "false",
    sysparm_exclude_reference_link: "true",
    sysparm_limit: "10",
  });
  const holds = (row: Row) => Object.entries(texts).every(([column, text]) => cellValue(row[column]) === text);
  return rows.filter(holds).flatMap((row) => sysIdOf(row) ?? []);
}

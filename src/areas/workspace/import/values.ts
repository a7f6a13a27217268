/** The values of cells, as their columns store them. */
import { z } from "zod";
import { LONG } from "../../../http/schemas";
import { parseUuid } from "../../../platform/ids";
import { Subtype, TypeField, TypeSection } from "../../metamodel";
import type { Cell } from "../bundle/cells";
import { holdsList, type Kind, type TableColumn } from "../bundle/tables";
import type { Row } from "./bundle";
import { Unfit } from "./report";

/** A value as it is stored. */
export type Stored = string | number | null;
/** Values by the names of their columns. */
export type Values = Record<string, Stored>;

/** What the JSON of a column must look like, where the program relies on it. */
const shapes: Readonly<Record<string, z.ZodType>> = {
  fields_schema: TypeSection.array(),
  subtypes: Subtype.array(),
  attributes_schema: TypeField.array(),
  permissions: z.record(z.string(), z.boolean()),
};

/** The text of a cell; null for an empty one. */
export const textOf = (cell: Cell | null | undefined): string | null =>
  cell === null || cell === undefined ? null : String(cell);

/** The text of a cell of a row. */
export const textAt = (row: Row, header: string): string | null => textOf(row.cells.get(header));

/** @throws Unfit when a row lacks a text */
export function requireText(row: Row, header: string): string {
  const text = textAt(row, header);
  if (text === null || text.trim() === "") throw new Unfit(`${header} is missing`);
  return text;
}

/** The JSON in a cell; null for an empty one. @throws Unfit */
export function jsonAt(row: Row, header: string): unknown {
  const text = textAt(row, header);
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    throw new Unfit(`${header} must be JSON`);
  }
}

/** The JSON object in a cell; null for an empty one. @throws Unfit */
export function objectAt(row: Row, header: string): Record<string, unknown> | null {
  const value = jsonAt(row, header);
  if (value !== null && (typeof value !== "object" || Array.isArray(value)))
    throw new Unfit(`${header} must be a JSON object`);
  return value as Record<string, unknown> | null;
}

/** JSON as a column stores it. */
function jsonOf(row: Row, header: string): string | null {
  const value = jsonAt(row, header);
  if (value === null) return null;
  const isList = Array.isArray(value);
  if (typeof value !== "object" || isList !== holdsList(header))
    throw new Unfit(`${header} must be a JSON ${holdsList(header) ? "list" : "object"}`);
  if (shapes[header]?.safeParse(value).success === false) throw new Unfit(`${header} does not have the expected shape`);
  return JSON.stringify(value);
}

const flags: Record<string, number> = { true: 1, "1": 1, yes: 1, false: 0, "0": 0, no: 0 };

function instantOf(text: string): string | undefined {
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : text.length > 10 ? `${text}Z` : text);
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(time) ? new Date(time).toISOString() : undefined;
}

function dateOf(text: string): string | undefined {
  const day = text.slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && instantOf(day)?.startsWith(day) ? day : undefined;
}

/** Characters of a text: those of a description, or of a picture. */
const LONGEST = { text: LONG, thumbnail: 200_000 };

/** @throws Unfit for a text that the API would not take */
function requireBounded(name: string, text: string): void {
  const longest = name === "thumbnail" ? LONGEST.thumbnail : LONGEST.text;
  if (text.length > longest) throw new Unfit(`${name} must not be longer than ${longest} characters`);
  if (text.includes("\u0000") || !text.isWellFormed())
    throw new Unfit(`${name} must not hold NUL characters or halves of characters`);
}

/** Kind → what reads it, and what it must be. */
const readers: Record<Exclude<Kind, "json">, [read: (text: string) => Stored | undefined, rule: string]> = {
  text: [(text) => text, ""],
  id: [parseUuid, "must be a UUID"],
  number: [(text) => (Number.isFinite(Number(text)) ? Number(text) : undefined), "must be a number"],
  whole: [(text) => (Number.isSafeInteger(Number(text)) ? Number(text) : undefined), "must be a whole number"],
  flag: [(text) => flags[text.toLowerCase()], "must be true or false"],
  date: [dateOf, "must be a date, as in 2026-01-31"],
  instant: [instantOf, "must be a time, as in 2026-01-31T12:00:00Z"],
};

/** What a column has that lacks a value; undefined for its default. */
function missing({ name, kind, nullable, hasDefault }: TableColumn): Stored | undefined {
  if (nullable) return null;
  if (hasDefault) return undefined;
  if (kind === "json") return holdsList(name) ? "[]" : "{}";
  if (kind === "text") return "";
  throw new Unfit(`${name} is missing`);
}

/**
 * The value of a column in a row; undefined for the default of the column.
 * @throws Unfit
 */
export function valueAt(row: Row, column: TableColumn, kind = column.kind): Stored | undefined {
  const { name, values } = column;
  const text = textAt(row, name);
  if (text === null || text === "") return text === "" && kind === "text" && !values ? "" : missing(column);
  if (kind === "json") return jsonOf(row, name) ?? missing(column);
  requireBounded(name, text);
  const [read, rule] = readers[kind];
  const value = read(text);
  if (value === undefined) throw new Unfit(`${name} ${rule}`);
  if (values && !values.includes(String(value))) throw new Unfit(`${name} must be one of ${values.join(", ")}`);
  return value;
}

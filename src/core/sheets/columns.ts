/** The columns of tables as sheets write and read them. */
import { type Column, getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { holdsJson } from "../../../db/schema/columns";
import { LONG } from "../../http/schemas";
import { parseUuid } from "../../platform/ids";
import { jsonAt, type Row, textAt, Unfit } from "./row";

/** The way in which the cells of a column are read. */
type Kind = "text" | "id" | "whole" | "number" | "flag" | "json" | "date" | "instant";

/** A column. */
export type TableColumn = {
  name: string;
  kind: Kind;
  nullable: boolean;
  hasDefault: boolean;
  /** True when a text that is missing is empty, and neither null nor another text. */
  isEmptyWhenMissing: boolean;
  /** The values that it may have; undefined for any. */
  values: readonly string[] | undefined;
  /** True when the database computes it. */
  isGenerated: boolean;
  /** True when the rows of the program have its JSON parsed. */
  isParsed: boolean;
  /** True when its JSON is a list; any other JSON is an object. */
  isList: boolean;
};

/** A value as it is stored. */
export type StoredValue = string | number | null;
/** Values by the names of their columns. */
export type Values = Record<string, StoredValue>;

/** Columns whose names look like those of ids, and that hold the ids of other programs. */
const foreignIds = new Set(["bpmn_element_id", "catalogue_id"]);
const isId = (name: string) => (name === "id" || name.endsWith("_id")) && !foreignIds.has(name);
const isDate = (name: string) => name === "date" || name.endsWith("_date");
const isInstant = (name: string) => name.endsWith("_at");

function kindOf(column: Column): Kind {
  if (holdsJson(column)) return "json";
  if (column.dataType === "boolean") return "flag";
  if (column.dataType === "number") return column.columnType === "SQLiteInteger" ? "whole" : "number";
  if (isId(column.name)) return "id";
  if (isDate(column.name)) return "date";
  return isInstant(column.name) ? "instant" : "text";
}

/** Returns the columns of a table by their names. @param lists the names of those whose JSON is a list */
export const columnsOf = (table: SQLiteTable, lists: readonly string[]): ReadonlyMap<string, TableColumn> =>
  new Map(
    Object.values(getTableColumns(table)).map((column) => [
      column.name,
      {
        name: column.name,
        kind: kindOf(column),
        nullable: !column.notNull,
        hasDefault: column.hasDefault,
        isEmptyWhenMissing: column.notNull && (column.default ?? "") === "",
        values: column.enumValues?.length ? column.enumValues : undefined,
        isGenerated: column.generated !== undefined,
        isParsed: column.dataType === "json",
        isList: lists.includes(column.name),
      },
    ]),
  );

/** Returns values as the program's rows have them: flags as booleans, and JSON parsed where the table says so. */
export const parsedRow = (columns: ReadonlyMap<string, TableColumn>, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const column = columns.get(name);
      if (value === null || !column) return [name, value];
      if (column.kind === "flag") return [name, value === 1];
      return [name, column.isParsed ? JSON.parse(String(value)) : value];
    }),
  );

/** Returns values as the database stores them: the opposite of `parsedRow`. */
export const storedRow = (row: Readonly<Record<string, unknown>>): Values =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => {
        if (typeof value === "boolean") return [name, value ? 1 : 0];
        return [name, typeof value === "object" && value !== null ? JSON.stringify(value) : (value as StoredValue)];
      }),
  );

/**
 * Returns JSON as a column stores it; null for an empty cell.
 * @throws Unfit for a list instead of an object, and the reverse
 */
function storedJson(row: Row, { name, isList }: TableColumn): string | null {
  const value = jsonAt(row, name);
  if (value === null) return null;
  if (typeof value !== "object" || Array.isArray(value) !== isList)
    throw new Unfit(`${name} must be a JSON ${isList ? "list" : "object"}`);
  return JSON.stringify(value);
}

const flags: Record<string, number> = { true: 1, "1": 1, yes: 1, false: 0, "0": 0, no: 0 };

/** Returns an instant as it is stored; undefined for a text that names none. */
export function instantIn(text: string): string | undefined {
  const time = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(text) ? text : text.length > 10 ? `${text}Z` : text);
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(time) ? new Date(time).toISOString() : undefined;
}

function dateIn(text: string): string | undefined {
  const day = text.slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && instantIn(day)?.startsWith(day) ? day : undefined;
}

/** Characters of a text. A sheet may allow fewer, by the schema of the API. */
const MAX_TEXT = LONG;
/** Characters of a picture as a data URL. */
const MAX_PICTURE = 2_000_000;

/** @throws Unfit for a text that the API would not accept in any field */
function requireBounded(name: string, text: string): void {
  const longest = name === "thumbnail" ? MAX_PICTURE : MAX_TEXT;
  if (text.length > longest) throw new Unfit(`${name} must not be longer than ${longest} characters`);
  if (text.includes("\u0000") || !text.isWellFormed())
    throw new Unfit(`${name} must not hold NUL characters or halves of characters`);
}

/** Kind → the function that reads it, and the rule for its texts. */
const readers: Record<Exclude<Kind, "json">, [read: (text: string) => StoredValue | undefined, rule: string]> = {
  text: [(text) => text, ""],
  id: [parseUuid, "must be a UUID"],
  number: [(text) => (Number.isFinite(Number(text)) ? Number(text) : undefined), "must be a number"],
  whole: [(text) => (Number.isSafeInteger(Number(text)) ? Number(text) : undefined), "must be a whole number"],
  flag: [(text) => flags[text.toLowerCase()], "must be true or false"],
  date: [dateIn, "must be a date, as in 2026-01-31"],
  instant: [instantIn, "must be a time, as in 2026-01-31T12:00:00Z"],
};

/** Returns the value of a column whose cell is empty; undefined for its default. @throws Unfit */
function missing({ name, kind, nullable, hasDefault, isList }: TableColumn): StoredValue | undefined {
  if (nullable) return null;
  if (hasDefault) return undefined;
  if (kind === "json") return isList ? "[]" : "{}";
  if (kind === "text") return "";
  throw new Unfit(`${name} is missing`);
}

/**
 * Returns the value of a column in a row, as it is stored.
 * @param kind another way of reading it than the column's own
 * @returns undefined for the default of the column
 * @throws Unfit
 */
export function valueAt(row: Row, column: TableColumn, kind = column.kind): StoredValue | undefined {
  const { name, values } = column;
  const text = textAt(row, name);
  if (text === null || text === "") return text === "" && kind === "text" && !values ? "" : missing(column);
  if (kind === "json") return storedJson(row, column) ?? missing(column);
  requireBounded(name, text);
  const [read, rule] = readers[kind];
  const value = read(text);
  if (value === undefined) throw new Unfit(`${name} ${rule}`);
  if (values && !values.includes(String(value))) throw new Unfit(`${name} must be one of ${values.join(", ")}`);
  return value;
}

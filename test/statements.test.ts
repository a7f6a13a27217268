/**
 * The row types of SQL are claims that the compiler believes. Here every statement of the code is prepared against the real
 * schema, and its columns are held against what the type of its rows claims.
 */

import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { closeDatabase, openDatabase } from "../db/client";
import { createViewsOfToday } from "../db/states";
import { newFolder } from "./support/scratch";
import { type Call, type Claim, ONLY_COLUMN, statementCalls } from "./support/sql-claims";
import { dynamicStatements, uncheckedColumns } from "./support/unchecked-statements";

const file = `${newFolder()}/stoa.db`;
openDatabase(file);
closeDatabase();
const sqlite = new Database(file, { strict: true });
createViewsOfToday(sqlite);
// Comparisons read another state next to the open one.
sqlite.run("ATTACH ? AS former", [file]);
afterAll(() => sqlite.close());

const calls = statementCalls();
const readable = calls.filter((call): call is Call & { sql: string } => call.sql !== undefined);
const fileOf = ({ place }: Call) => place.slice(0, place.lastIndexOf(":"));

/** SQLite's types of stored values → the kinds of values in code. */
const KINDS: Record<string, string> = {
  TEXT: "string",
  INTEGER: "number",
  REAL: "number",
  NUMERIC: "number",
  BLOB: "bytes",
};

/** Returns the columns of a statement with their declared types; null for the type of an expression. */
function columnsOf(sql: string): { name: string; type: string | null }[] {
  const prepared = sqlite.prepare(sql);
  try {
    const names = prepared.columnNames;
    // Types are known after a statement has run; only reading ones are run, with a 1 for each parameter.
    if (!/^\s*(SELECT|WITH)\b/i.test(sql) || /\b(INSERT|UPDATE|DELETE)\b/.test(sql))
      return names.map((name) => ({ name, type: null }));
    prepared.get(...Array(prepared.paramsCount).fill(1));
    return names.map((name, at) => ({ name, type: prepared.declaredTypes[at] ?? null }));
  } finally {
    prepared.finalize();
  }
}

/** Table → its columns that may be null. */
const nullable = new Map<string, ReadonlySet<string>>();
const columnNames = new Map<string, ReadonlySet<string>>();
for (const { name } of sqlite
  .query<{ name: string }, []>("SELECT name FROM sqlite_schema WHERE type = 'table'")
  .all()) {
  type Info = { name: string; notnull: number; pk: number };
  const columns = sqlite.query<Info, [string]>('SELECT name, "notnull", pk FROM pragma_table_info(?)').all(name);
  columnNames.set(name, new Set(columns.map((column) => column.name)));
  nullable.set(name, new Set(columns.filter(({ notnull, pk }) => notnull + pk === 0).map((column) => column.name)));
}

/** A column may be null when it is in every table of the statement that has one of its name, and no condition is on it. */
function mayBeNull(sql: string, name: string): boolean {
  const tables = [...new Set(sql.match(/\w+/g))].filter((word) => columnNames.get(word)?.has(name));
  const isLimited = new RegExp(`\\b${name}\\b\\)? *(IS NOT NULL|[=<>]|IN\\b|AS\\b)`).test(sql);
  return tables.length > 0 && !isLimited && tables.every((table) => nullable.get(table)?.has(name));
}

/** Compares a claim with the columns. @returns an objection; undefined when there is none */
function objectionTo(
  sql: string,
  { name, kinds }: Claim,
  columns: readonly { name: string; type: string | null }[],
): string | undefined {
  const column = name === ONLY_COLUMN ? columns[0] : columns.find((one) => one.name === name);
  if (!column) return kinds.has("undefined") ? undefined : `${name} is no column`;
  const kind = column.type === null ? undefined : KINDS[column.type];
  if (kind === undefined || kinds.has("any")) return undefined;
  if (kinds.has(kind))
    return mayBeNull(sql, column.name) && !kinds.has("null")
      ? `${column.name} may be null, and is claimed not to be`
      : undefined;
  return `${column.name} is ${column.type}, and claimed to be ${[...kinds].join(" or ")}`;
}

/** Returns the objections to the claims of a call. */
function objectionsTo({ place, sql, claims = [], length }: Call & { sql: string }): string[] {
  try {
    const columns = columnsOf(sql);
    const wrong = claims.flatMap((claim) => objectionTo(sql, claim, columns) ?? []);
    if (length !== undefined && length !== columns.length)
      wrong.push(`${columns.length} columns, and ${length} claimed`);
    return wrong.map((objection) => `${place} ${objection}`);
  } catch (error) {
    return [`${place} ${(error as Error).message}`];
  }
}

test("the SQL of nearly every statement can be read from the code", () => {
  expect(calls.length).toBeGreaterThan(500);
  const unread = calls.filter(({ sql }) => sql === undefined).map(fileOf);
  const counts = Object.fromEntries([...Map.groupBy(unread, (path) => path)].map(([path, of]) => [path, of.length]));
  // The SQL of these depends on what a request asks for. A file leaves the list, or its number falls, when they are fewer.
  expect(counts).toEqual(dynamicStatements);
});

test("every statement that can be read is valid, and its rows have the columns and types that are claimed", () => {
  const objections = readable.flatMap(objectionsTo);
  // A line moves with every change above it.
  expect(objections.map((objection) => objection.replace(/:\d+ /, " ")).toSorted()).toEqual(uncheckedColumns);
});

test("a wrong claim is found", () => {
  const call = (sql: string, claims: Record<string, string[]>) =>
    objectionsTo({
      place: "here",
      sql,
      length: undefined,
      claims: Object.entries(claims).map(([name, kinds]) => ({ name, kinds: new Set(kinds) })),
    });
  expect(call("SELECT id, seq FROM cards", { id: ["string"], seq: ["number"] })).toEqual([]);
  expect(call("SELECT id FROM cards", { name: ["string"] })).toEqual(["here name is no column"]);
  expect(call("SELECT seq FROM cards", { seq: ["string"] })).toEqual(["here seq is INTEGER, and claimed to be string"]);
  expect(call("SELECT parent_id FROM cards", { parent_id: ["string"] })).toEqual([
    "here parent_id may be null, and is claimed not to be",
  ]);
  expect(call("SELECT colour FROM cards", {})).toEqual(["here no such column: colour"]);
});

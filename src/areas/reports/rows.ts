/** Rows of reports, which SQLite reads as the JSON texts that go out. */
import { statement } from "../../../db";
import type { Condition, Value } from "../../../db/query";

/** SQL with the values of its parameters. */
export type Query = Condition;

/** Returns a part of a statement, or all of it. */
export const fragment = (sql: string, ...values: Value[]): Query => ({ sql, values });

/** Returns SQL for the JSON text of a number, a text or null. */
export const scalar = (sql: string): string => `json_quote(${sql})`;

/** Returns SQL for the JSON text of a stored object. */
export const stored = (sql: string, absent: "null" | "{}" = "null"): string => `coalesce(${sql}, '${absent}')`;

/** Returns SQL for the members of a JSON object. @param members key → SQL for the JSON text of its value */
export const members = (members: Record<string, string>): string =>
  Object.entries(members)
    .map(([key, sql]) => `'"${key}":' || ${sql}`)
    .join(" || ',' || ");

/** Returns SQL for a JSON object as text. */
export const object = (all: Record<string, string>): string => `'{' || ${members(all)} || '}'`;

/** Returns all rows of a query, as arrays. */
export const rowsOf = <Row extends unknown[]>({ sql, values }: Query): Row[] =>
  statement<unknown>(sql).values(...values) as Row[];

/** Returns the single column of a query. */
export const columnOf = <T = string>(query: Query): T[] => rowsOf<[T]>(query).map(([value]) => value);

/** Returns the JSON array of texts that are JSON already. */
export const list = (texts: readonly string[]): string => `[${texts.join(",")}]`;

/**
 * Returns the JSON array of texts that are JSON already, piece by piece: none of them is copied.
 * @param before what comes before the array, and `after` behind it
 */
export function* listed(texts: Iterable<string>, before = "", after = ""): Generator<string> {
  yield `${before}[`;
  let separator = "";
  for (const text of texts) {
    if (separator) yield separator;
    yield text;
    separator = ",";
  }
  yield `]${after}`;
}

/** Collects the second members of pairs under their first. */
export function grouped<Key, T>(pairs: readonly (readonly [Key, T])[]): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const [key, value] of pairs) {
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}

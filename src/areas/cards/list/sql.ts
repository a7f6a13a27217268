/** The pieces that the SQL of a list is put together from. Values never get into the text. */
import { inList, listOf } from "../../../../db";

export type Value = string | number | null;

/** Part of a WHERE clause with its values. */
export type Condition = { sql: string; values: Value[] };

/** A condition on the table `cards c`, with a value for each `?`. */
export const where = (sql: string, ...values: Value[]): Condition => ({ sql, values });

/** `column` is one of the values, of none never; a single one is compared directly, so that an index gives the order too. */
export function oneOf(column: string, values: readonly string[]): Condition {
  if (values.length === 0) return where("FALSE");
  if (values.length === 1) return where(`${column} = ?`, values[0] as string);
  return where(inList(column), listOf(values));
}

/** All the conditions together, as a WHERE clause; nothing when there are none. */
export const clause = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? "" : `WHERE ${conditions.map((condition) => condition.sql).join(" AND ")}`;

/** The values of conditions, in the order of their clause. */
export const valuesOf = (conditions: readonly Condition[]): Value[] =>
  conditions.flatMap((condition) => condition.values);

/** The entries of a comma-separated list, trimmed; undefined when there is no list. */
export const entries = (list: string | undefined): string[] | undefined =>
  list
    ?.split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

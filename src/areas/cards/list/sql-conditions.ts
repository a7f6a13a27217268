/** Conditions of the SQL of lists: text and parameters are kept apart. */
import { inList, listOf } from "../../../../db";

export type Value = string | number | null;

/** Part of a WHERE clause with the values of its parameters. */
export type Condition = { sql: string; values: Value[] };

/** A condition on the table `cards c`. */
export const where = (sql: string, ...values: Value[]): Condition => ({ sql, values });

/** The condition that a column is one of the values; a single one is compared by `=`, so that an index gives the order. */
export function oneOf(column: string, values: readonly string[]): Condition {
  if (values.length === 0) return where("FALSE");
  if (values.length === 1) return where(`${column} = ?`, values[0] as string);
  return where(inList(column), listOf(values));
}

/** The condition that at least one of some conditions holds. */
export const either = (conditions: readonly Condition[]): Condition =>
  where(
    conditions.length === 0 ? "FALSE" : `(${conditions.map(({ sql }) => sql).join(" OR ")})`,
    ...valuesOf(conditions),
  );

/** The WHERE clause for all of the conditions; empty without any. */
export const clause = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? "" : `WHERE ${conditions.map((condition) => condition.sql).join(" AND ")}`;

/** The values of conditions in the order of their clause. */
export const valuesOf = (conditions: readonly Condition[]): Value[] =>
  conditions.flatMap((condition) => condition.values);

/** The trimmed entries of a comma-separated list; undefined without a list. */
export const entries = (list: string | undefined): string[] | undefined =>
  list
    ?.split(",")
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Conditions of SQL, in which text and parameters stand apart. The conditions of this folder on cards expect `cards c`. */
import { inList, listOf } from "../sql";

export type Value = string | number | null;

/** An SQL expression, mostly part of a WHERE clause, with the values of its parameters. */
export type Condition = { sql: string; values: Value[] };

/** Returns a condition of its SQL and the values of its parameters. */
export const where = (sql: string, ...values: Value[]): Condition => ({ sql, values });

/**
 * Returns the condition that a column is one of the values; a single one is compared by `=`, so that an index gives the
 * order.
 */
export function oneOf(column: string, values: readonly string[]): Condition {
  if (values.length === 0) return where("FALSE");
  if (values.length === 1) return where(`${column} = ?`, values[0] as string);
  return where(inList(column), listOf(values));
}

/** Returns the condition that at least one of some conditions holds. */
export const either = (conditions: readonly Condition[]): Condition =>
  where(
    conditions.length === 0 ? "FALSE" : `(${conditions.map(({ sql }) => sql).join(" OR ")})`,
    ...valuesOf(conditions),
  );

/** Returns the condition that another one doesn't hold. */
export const negated = ({ sql, values }: Condition): Condition => where(`NOT coalesce((${sql}), FALSE)`, ...values);

/**
 * Returns a condition for which the planner uses no index. Without statistics it would prefer the index of the active
 * cards, which are nearly all, to that of a condition which few cards meet.
 */
export const unindexed = ({ sql, values }: Condition): Condition => where(sql.replace(/\bc\./g, "+c."), ...values);

/** Returns the WHERE clause for all of the conditions; empty without any. */
export const clause = (conditions: readonly Condition[]): string =>
  conditions.length === 0 ? "" : `WHERE ${conditions.map((condition) => condition.sql).join(" AND ")}`;

/** Returns the values of conditions in the order of their clause. */
export const valuesOf = (conditions: readonly Condition[]): Value[] =>
  conditions.flatMap((condition) => condition.values);

/** SQL fragments for lists of values. */
import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * Returns the condition that an SQL expression is in a list, which is one parameter made by `listOf`, so that the prepared
 * statement fits lists of any length. `parameter` is for numbered parameters.
 */
export const inList = (expression: string, parameter = "?"): string =>
  `${expression} IN (SELECT value FROM json_each(${parameter}))`;

/** Returns the negation of `inList`. */
export const notInList = (expression: string, parameter = "?"): string =>
  `${expression} NOT IN (SELECT value FROM json_each(${parameter}))`;

/**
 * Returns the number (`seq`) of the card whose id is the parameter; null when there is none. Relations name their ends so.
 */
export const cardNumber = (parameter = "?"): string => `(SELECT seq FROM cards WHERE id = ${parameter})`;

/** Returns the numbers of the cards whose ids are in the list that is the parameter, for `IN`. */
export const cardNumbers = (parameter = "?"): string => `(SELECT seq FROM cards WHERE ${inList("id", parameter)})`;

/** Returns the bytes of a UUID that is an SQL expression. Relations are found by them. */
export const uuidBytes = (expression = "?"): string => `unhex(${expression}, '-')`;

/** Returns the condition that an SQL expression, the bytes of a UUID, is one of those in the list that is the parameter. */
export const inUuidList = (expression: string): string =>
  `${expression} IN (SELECT ${uuidBytes("value")} FROM json_each(?))`;

/** Returns the number (`seq`) of the relation type whose key is the parameter; null when there is none. */
export const relationTypeNumber = (parameter = "?"): string =>
  `(SELECT seq FROM relation_types WHERE key = ${parameter})`;

/** Returns the numbers of the relation types whose keys are in the list that is the parameter, for `IN`. */
export const relationTypeNumbers = (parameter = "?"): string =>
  `(SELECT seq FROM relation_types WHERE ${inList("key", parameter)})`;

/** Lists the parameter of `inList`: a JSON array. */
export const listOf = (values: readonly (string | number | null)[]): string => JSON.stringify(values);

/** A condition with its parameter. */
type Condition = { sql: string; parameter: string | number | null };

/**
 * Returns the condition that an SQL expression is one of some values: as `inList`, and for a single value without a list,
 * which is faster.
 */
export function among(expression: string, values: readonly (string | number | null)[]): Condition {
  const [only = null] = values;
  return values.length === 1
    ? { sql: `${expression} = ?`, parameter: only }
    : { sql: inList(expression), parameter: listOf(values) };
}

/** `inList` for Drizzle, with its parameter. */
export const columnInList = (column: Column, values: readonly (string | number | null)[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${listOf(values)}))`;

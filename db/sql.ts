/** Parts of SQL texts that many statements share. */
import { type Column, type SQL, sql } from "drizzle-orm";

/**
 * The condition that an expression is in a list. The whole list is one parameter, made by `listOf`, so the text is the same
 * for lists of any length and its prepared statement is kept.
 * @param expression SQL; never input
 * @param parameter the sign of the parameter, where parameters are numbered
 */
export const inList = (expression: string, parameter = "?"): string =>
  `${expression} IN (SELECT value FROM json_each(${parameter}))`;

/** The condition that an expression is not in a list; as `inList`. */
export const notInList = (expression: string, parameter = "?"): string =>
  `${expression} NOT IN (SELECT value FROM json_each(${parameter}))`;

/** The parameter for a list of values: a JSON array. */
export const listOf = (values: readonly (string | number | null)[]): string => JSON.stringify(values);

/** `inList` for a Drizzle query, with its parameter. */
export const columnInList = (column: Column, values: readonly (string | number | null)[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${listOf(values)}))`;

/** Queries of single values: of one row, of one column, or of whether there is a row. */
import type { SQLQueryBindings } from "bun:sqlite";
import { statement } from "./connection";

/** Returns the only column of the first row of a query; undefined without a row. */
export function firstValue<T>(sql: string, ...parameters: SQLQueryBindings[]): T | undefined {
  const row = statement<Record<string, T>>(sql).get(...parameters);
  return row === null ? undefined : Object.values(row)[0];
}

/** Returns the only column of the rows of a query. */
export const allValues = <T>(sql: string, ...parameters: SQLQueryBindings[]): T[] =>
  statement<T>(sql)
    .values(...parameters)
    .map(([value]) => value as T);

/**
 * Returns the column `seq` of the rows of a query, in its order. SQLite makes one text of them: an array for each row would take
 * ten times the memory.
 */
export const allNumbers = (sql: string, ...parameters: SQLQueryBindings[]): Uint32Array =>
  Uint32Array.from(JSON.parse(firstValue<string>(`SELECT json_group_array(seq) FROM (${sql})`, ...parameters) ?? "[]"));

/** Checks whether a query has a row. */
export const hasRow = (sql: string, ...parameters: SQLQueryBindings[]): boolean =>
  statement(sql).get(...parameters) !== null;

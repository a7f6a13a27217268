/** The filters of a survey on attributes, as conditions of SQL. They compare texts: each value has a text form. */

import { type Condition, where } from "../../../db/query";
import type { AttributeFilter } from "../../../db/schema/surveys";

/** The text form of an attribute, as a table of at most one row; its parameter is the key. */
const TEXT = `SELECT CASE a.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(a.value AS TEXT) END AS text
  FROM json_each(c.attributes) AS a WHERE a.key = ?`;

const holds = (key: string, predicate: string, ...values: (string | number)[]): Condition =>
  where(`EXISTS (SELECT 1 FROM (${TEXT}) WHERE ${predicate})`, key, ...values);

const isNotEmpty = (key: string) => holds(key, "text <> ''");

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

/** Operator → how numbers are compared. */
const comparisons: Record<string, string> = { gt: ">", gte: ">=", lt: "<", lte: "<=" };

/** Returns the condition that a text is a number which compares so; undefined when the other side is none. */
function compared(key: string, operator: string, text: string): Condition | undefined {
  const number = text.trim() === "" ? Number.NaN : Number(text);
  if (!Number.isFinite(number)) return undefined;
  return holds(
    key,
    `CASE WHEN json_valid(text) THEN json_type(text) IN ('integer', 'real') AND CAST(text AS REAL) ${operator} ? END`,
    number,
  );
}

/** Returns the condition of a filter; undefined for one that says nothing. */
function conditionOf({ key, op, value }: AttributeFilter): Condition | undefined {
  if (typeof key !== "string" || key === "") return undefined;
  if (op === "is_not_empty") return isNotEmpty(key);
  if (op === "is_empty") {
    const { sql, values } = isNotEmpty(key);
    return where(`NOT ${sql}`, ...values);
  }
  if (value === null || value === undefined) return undefined;
  if (op === "any_of")
    return Array.isArray(value)
      ? holds(key, "text IN (SELECT value FROM json_each(?))", JSON.stringify(value.map(textOf)))
      : undefined;
  const text = textOf(value);
  const operator = typeof op === "string" ? op : "eq";
  if (operator === "eq") return holds(key, "text = ?", text);
  if (operator === "ne") return holds(key, "text <> ?", text);
  if (operator === "contains") return holds(key, "text LIKE ?", `%${text}%`);
  return Object.hasOwn(comparisons, operator) ? compared(key, comparisons[operator] as string, text) : undefined;
}

/** Returns the conditions of filters on attributes. */
export const attributeConditions = (filters: readonly AttributeFilter[]): Condition[] =>
  filters.map(conditionOf).filter((condition) => condition !== undefined);

/** Returns the attributes that filters ask for. */
export const filteredKeys = (filters: readonly AttributeFilter[]): unknown[] => filters.map(({ key }) => key);

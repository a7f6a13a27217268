/** The fields of cards by which reports measure. */
import { cardType } from "../metamodel";
import { fragment, type Query } from "./rows";

const safeKey = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** Checks whether a text can be the key of a field. */
export const isSafeKey = (text: string): boolean => safeKey.test(text);

/** Returns the path to a field in stored attributes. */
export const pathOf = (key: string): string => `$.${JSON.stringify(key)}`;

/** Returns the declared cost fields of a card type. */
export const costFieldsOf = (typeKey: string): string[] =>
  [...(cardType(typeKey)?.fields.values() ?? [])].filter(({ type }) => type === "cost").map(({ key }) => key);

/** Returns SQL for the sum of attributes of a card `c`; what is no number counts 0. */
export function sumOf(keys: readonly string[]): Query {
  const sql = keys.map(
    () => "CASE WHEN json_type(c.attributes, ?) IN ('integer', 'real') THEN c.attributes ->> ? ELSE 0 END",
  );
  return fragment(sql.length === 0 ? "0" : `(${sql.join(" + ")})`, ...keys.map(pathOf).flatMap((path) => [path, path]));
}

/** Returns a sum as JSON can hold it: at most the largest number. */
export const finite = (sum: number | null): number => Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, sum ?? 0));

/** Returns the sum of all costs. */
export const totalCost = (items: readonly { cost: number }[]): number =>
  finite(items.reduce((sum, { cost }) => sum + cost, 0));

/** Returns the items that have a cost, the most expensive first. */
export const mostExpensive = <T extends { cost: number }>(items: T[]): T[] =>
  items.filter(({ cost }) => cost !== 0).sort((one, other) => other.cost - one.cost);

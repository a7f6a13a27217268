/** The values of fields: whether there are any, on which the data quality of a card depends, and numbers sent as text. */
import type { Field } from "../../../db/schema/metamodel";

type Attributes = Readonly<Record<string, unknown>>;

/** Checks whether a value counts in the data quality; false does not. */
export const hasValue = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && value !== false;

/** Checks whether some field has a value in only one of two states of the attributes. */
export function presenceDiffers(before: Attributes, after: Attributes): boolean {
  const differs = (key: string) => hasValue(before[key]) !== hasValue(after[key]);
  return Object.keys(before).some(differs) || Object.keys(after).some(differs);
}

/** A decimal number: an optional sign, digits with or without a point, and an optional exponent. */
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Returns the number that a text stands for, without the spaces around it; any other value as it is. */
function numberIn(value: unknown): unknown {
  if (typeof value !== "string" || !DECIMAL.test(value.trim())) return value;
  const number = Number(value);
  return Number.isFinite(number) ? number : value;
}

/**
 * Returns attributes with a number in each `number` and `cost` field whose text is a finite decimal number, as grids send
 * them; what is something else stays as it is.
 */
export function withNumbers<T extends Attributes | null | undefined>(fields: Iterable<Field>, attributes: T): T {
  if (!attributes) return attributes;
  const result: Record<string, unknown> = { ...attributes };
  for (const { key, type } of fields)
    if ((type === "number" || type === "cost") && typeof result[key] === "string") result[key] = numberIn(result[key]);
  return result as T;
}

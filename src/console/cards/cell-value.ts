/** Values that texts of cells mean: options by their labels or keys, numbers, days, yes and no. */
import type { Field } from "../metamodel/fields";
import { labelOf } from "../metamodel/queries";
import { valueFor } from "./editors";

/** Returns the key of the option that a word names. */
const optionOf = (field: Field, word: string): string | undefined =>
  field.options?.find((one) =>
    [one.key, one.label, labelOf(one)].some((name) => name.toLowerCase() === word.toLowerCase()),
  )?.key;

/** Returns a day as 2026-12-01; undefined for a text that names none. */
export function dayOf(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? [];
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return Number.isNaN(Date.parse(text)) ? undefined : text;
  const parsed = new Date(day ? `${year}-${month?.padStart(2, "0")}-${day.padStart(2, "0")}T00:00:00` : text);
  if (!/\d{4}/.test(text) || Number.isNaN(parsed.getTime())) return undefined;
  const two = (value: number) => String(value).padStart(2, "0");
  return `${parsed.getFullYear()}-${two(parsed.getMonth() + 1)}-${two(parsed.getDate())}`;
}

/** Returns the value that a text means for a field; null for an empty one, undefined when it means none. */
export function cellValue(field: Field, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === "" || trimmed === "–") return null;
  if (field.type === "boolean")
    return /^(true|yes|ja|oui|1)$/i.test(trimmed) ? true : /^(false|no|nein|non|0)$/i.test(trimmed) ? false : undefined;
  if (field.type === "date") return dayOf(trimmed);
  if (field.type === "number" || field.type === "cost")
    return valueFor(field, trimmed.replace(/^[^\d\s-]{1,3}\s?(?=-?\d)/, ""));
  if (!field.type.endsWith("select")) return valueFor(field, trimmed);
  const keys = trimmed.split(/\s*;\s*/).map((word) => optionOf(field, word));
  if (keys.includes(undefined)) return undefined;
  return field.type === "multiple_select" ? keys : keys[0];
}

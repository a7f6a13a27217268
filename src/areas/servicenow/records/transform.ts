/** The transformation of rows of a table into cards, and of cards into rows. */

import { cellValue, type Row } from "../instance/table-api";
import type { FieldMappingRow } from "../mappings";

type Field = Pick<FieldMappingRow, "turbo_field" | "snow_field" | "direction" | "transform_type" | "transform_config">;

/** The card's side: `name`, `description`, and nested `lifecycle` and `attributes`. */
export type CardSide = Record<string, unknown>;

/** Length of a date in what begins with one. */
const DATE = "2026-01-31".length;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns a value as the text by which tables of values are looked up. */
const keyOf = (value: unknown): string =>
  typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);

/** Returns the table of values of a field: value there → value here. */
const tableOf = ({ transform_config: config }: Field): [string, unknown][] =>
  isObject(config?.["mapping"]) ? Object.entries(config["mapping"]) : [];

const dateOf = (value: unknown): unknown => {
  if (!value) return null;
  return typeof value === "string" && value.length >= DATE ? value.slice(0, DATE) : value;
};

/** Returns the value of a card's field for the value of a column. */
export function pulledValue(field: Field, value: unknown): unknown {
  switch (field.transform_type) {
    case "value_map": {
      const found = tableOf(field).find(([there]) => there === keyOf(value));
      return found ? found[1] : value;
    }
    case "date_format":
      return dateOf(value);
    case "boolean":
      return ["true", "1", "yes"].includes(keyOf(value).toLowerCase());
    default:
      return value;
  }
}

/** Returns the value of a column for the value of a card's field. */
export function pushedValue(field: Field, value: unknown): unknown {
  switch (field.transform_type) {
    case "value_map": {
      const found = tableOf(field).findLast(([, here]) => keyOf(here) === keyOf(value));
      return found ? found[0] : value;
    }
    case "date_format":
      return dateOf(value);
    case "boolean":
      return value ? "true" : "false";
    default:
      return value;
  }
}

/** Sets what a dotted path leads to. */
function setPath(target: Record<string, unknown>, [key = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[key] = value;
    return;
  }
  const inner = target[key];
  const next = isObject(inner) ? inner : {};
  target[key] = next;
  setPath(next, rest, value);
}

/** Returns the value that a dotted path leads to; null when it leads nowhere. */
function atPath(source: unknown, path: readonly string[]): unknown {
  let value = source;
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : null;
  return value ?? null;
}

/** Returns the card that a pull makes of a row. */
export function pulled(fields: readonly Field[], row: Row): CardSide {
  const side: CardSide = {};
  for (const field of fields)
    if (field.direction === "snow_leads")
      setPath(side, field.turbo_field.split("."), pulledValue(field, cellValue(row[field.snow_field])));
  return side;
}

/** Returns the row that a push makes of a card. */
export function pushed(fields: readonly Field[], card: CardSide): Row {
  const led = fields.filter(({ direction }) => direction === "turbo_leads");
  return Object.fromEntries(
    led.map((field) => [field.snow_field, pushedValue(field, atPath(card, field.turbo_field.split(".")))]),
  );
}

/** Conditions on the attributes of cards, which are stored as one JSON object for each card. */
import type { Field } from "../schema/metamodel";
import { inList, listOf } from "../sql";
import { type Condition, type Value, where } from "./conditions";

/** SQL of an attribute's value; its parameter is the JSON path. */
const VALUE = "json_extract(c.attributes, ?)";
const pathOf = (key: string) => `$.${JSON.stringify(key)}`;

/** Returns an attribute's value as SQL, for sorting and counting; flags are 0 or 1. */
export const attributeValue = (field: Field): { sql: string; path: string } => ({
  sql: VALUE,
  path: pathOf(field.key),
});

const EMPTY = `(${VALUE} IS NULL OR ${VALUE} = '' OR ${VALUE} = '[]')`;

/** Returns the condition that an attribute has no value. */
export function withoutValue(key: string): Condition {
  const path = pathOf(key);
  return where(EMPTY, path, path, path);
}

/** Returns the condition that an attribute is one of some values, or is a list that holds one of them. */
export function holdsOneOf(field: Field, values: readonly Value[]): Condition {
  const path = pathOf(field.key);
  const list = listOf(values);
  if (field.type === "multiple_select")
    return where(`EXISTS (SELECT 1 FROM json_each(c.attributes, ?) AS held WHERE ${inList("held.value")})`, path, list);
  return where(inList(VALUE), path, list);
}

/** Returns the condition that an attribute is between two values, both included; a bound that is undefined is open. */
export function between(field: Field, from: Value | undefined, to: Value | undefined): Condition {
  const path = pathOf(field.key);
  const bounds = [
    ...(from === undefined ? [] : [where(`${VALUE} >= ?`, path, from)]),
    ...(to === undefined ? [] : [where(`${VALUE} <= ?`, path, to)]),
  ];
  // SQLite sorts numbers before texts, so each is compared with its own type only.
  const kinds = field.type === "number" || field.type === "cost" ? "('integer', 'real')" : "('text')";
  return where(
    [`json_type(c.attributes, ?) IN ${kinds}`, ...bounds.map((bound) => bound.sql)].join(" AND "),
    path,
    ...bounds.flatMap((bound) => bound.values),
  );
}

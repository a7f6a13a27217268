/** Parses what OData queries list: of `$orderby` properties with their direction, of `$select` and `$expand` names. */
import { refusal } from "./tokens";

/** Properties of one order. */
const MAX_KEYS = 10;

/**
 * Parses the properties of an `$orderby` and its direction.
 * @throws Problem 422
 */
export function parseOrder(expression: string): { properties: string[]; descending: boolean } {
  const keys = expression.split(",").map((key) => key.trim().split(/\s+/));
  if (keys.length > MAX_KEYS) throw refusal("$orderby", `must not have more than ${MAX_KEYS} properties`, expression);
  const directions = new Set(keys.map(([, direction = "asc"]) => direction));
  if (keys.some(({ length }) => length > 2) || [...directions].some((one) => one !== "asc" && one !== "desc"))
    throw refusal("$orderby", "must be properties, each perhaps with asc or desc, comma-separated", expression);
  if (directions.size > 1) throw refusal("$orderby", "must have one direction for all properties", expression);
  return { properties: keys.map(([property = ""]) => property), descending: directions.has("desc") };
}

/** Parses the names of a `$select` or `$expand`; undefined when it selects all. */
export function parseNames(expression: string): string[] | undefined {
  const names = expression.split(",").map((name) => name.trim());
  return names.includes("*") ? undefined : names;
}

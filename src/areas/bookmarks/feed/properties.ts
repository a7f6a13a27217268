/** The properties of a feed's entries: how they are found in the database, and sorted. */
import { attributeValue, type Order, phases, type Value } from "../../../../db/query";
import type { Field } from "../../../../db/schema/metamodel";
import { type Actor, may } from "../../../core/access/actor";
import { forbidden, invalid } from "../../../http/errors";
import { type CardType, cardType, costKeysOf, metamodel } from "../../metamodel";

export type Kind = "text" | "number" | "flag" | "instant";

/** Column of a card → how it is compared. */
const COLUMNS: Record<string, Kind> = {
  id: "text",
  type: "text",
  subtype: "text",
  name: "text",
  description: "text",
  status: "text",
  approval_status: "text",
  data_quality: "number",
  external_id: "text",
  alias: "text",
  created_at: "instant",
  updated_at: "instant",
};

const NULLABLE = new Set(["subtype", "description", "external_id", "alias"]);

/** A property in SQL. */
export type Property = { sql: string; values: Value[]; kind: Kind; hasNulls: boolean; field?: Field };

/**
 * Returns the card types that a view shows: those that it names, or all that aren't hidden.
 * @param types keys; none for all
 */
export function shownTypes(types: readonly string[]): CardType[] {
  if (types.length > 0) return types.flatMap((key) => cardType(key) ?? []);
  return [...metamodel().cardTypes.values()].filter((type) => !type.is_hidden);
}

/**
 * Checks whether an attribute is a cost in one of the card types of a view.
 * @param types keys of the types; none for all
 */
export const isCost = (types: readonly string[], key: string): boolean =>
  shownTypes(types).some((type) => costKeysOf(type.key).includes(key));

/**
 * Finds the field that an attribute has in the card types of a view; undefined when none of them has it.
 * @param types keys of the types that the view names; none for all
 * @throws Problem 403 for costs that the actor may not see everywhere, because comparing would disclose them
 */
export function findAttribute(actor: Actor, types: readonly string[], key: string): Field | undefined {
  if (!may(actor, "costs.view") && isCost(types, key)) throw forbidden();
  return shownTypes(types)
    .map((type) => type.fields.get(key))
    .find((field) => field !== undefined);
}

const kindOf = ({ type }: Field): Kind => {
  if (type === "number" || type === "cost") return "number";
  return type === "boolean" ? "flag" : "text";
};

/**
 * Finds the property that an expression names.
 * @param parameter the parameter of the query with the expression
 * @throws Problem 422 for an unknown one; 403 as `findAttribute`
 */
export function requireProperty(actor: Actor, types: readonly string[], name: string, parameter: string): Property {
  const kind = Object.hasOwn(COLUMNS, name) ? COLUMNS[name] : undefined;
  if (kind) return { sql: `c.${name}`, values: [], kind, hasNulls: NULLABLE.has(name) };
  const [object, key = "", ...more] = name.split("/");
  if (more.length === 0 && object === "lifecycle" && (phases as readonly string[]).includes(key))
    return { sql: `(c.lifecycle ->> '$.${key}')`, values: [], kind: "text", hasNulls: true };
  const field = more.length === 0 && object === "attributes" ? findAttribute(actor, types, key) : undefined;
  if (!field) throw invalid(["query", parameter], "names a property that the feed doesn't have", "value_error", name);
  const { sql, path } = attributeValue(field);
  return { sql, values: [path], kind: kindOf(field), hasNulls: true, field };
}

/**
 * Returns the order by some properties.
 * @throws Problem 422 for an unknown property; 403 as `findAttribute`
 */
export function orderOf(actor: Actor, types: readonly string[], names: readonly string[], descending: boolean): Order {
  const properties = names.map((name) => requireProperty(actor, types, name, "$orderby"));
  return {
    from: "cards c",
    keys: properties.map(({ sql }) => sql),
    values: properties.flatMap(({ values }) => values),
    descending,
    hasNulls: properties.some(({ hasNulls }) => hasNulls),
  };
}

/**
 * Checks whether every feed of some card types can be sorted by a property.
 * @param types keys of the types; none for all
 */
export function isSortable(types: readonly string[], property: string): boolean {
  if (Object.hasOwn(COLUMNS, property)) return true;
  const [object, key = ""] = property.split("/");
  return object === "attributes" && shownTypes(types).some((type) => type.fields.has(key));
}

/** The properties of a feed's entries: how they are compared, sorted and selected. */

import {
  attributeValue,
  type Condition,
  holdsOneOf,
  type Order,
  phases,
  type Value,
  where,
  withoutValue,
} from "../../../../db/query";
import type { Field } from "../../../../db/schema/metamodel";
import { type Actor, may } from "../../../core/access/actor";
import { forbidden, invalid } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";
import { instantOf } from "../../../platform/instants";
import { type CardType, cardType, costKeysOf, metamodel } from "../../metamodel";
import type { Comparison, Literal, Operator } from "./expressions";

type Kind = "text" | "number" | "flag" | "instant";

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
type Property = { sql: string; values: Value[]; kind: Kind; hasNulls: boolean; field?: Field };

/** The types that a view shows: those that it names, or all that aren't hidden. */
function shownTypes(types: readonly string[]): CardType[] {
  if (types.length > 0) return types.flatMap((key) => cardType(key) ?? []);
  return [...metamodel().cardTypes.values()].filter((type) => !type.is_hidden);
}

/** True when an attribute is a cost in one of the card types of a view. @param types keys of the types; none for all */
export const isCost = (types: readonly string[], key: string): boolean =>
  shownTypes(types).some((type) => costKeysOf(type.key).includes(key));

/**
 * The field that an attribute has in the card types of a view; undefined when none of them has it.
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
 * The property that an expression names.
 * @param parameter the parameter of the query with the expression
 * @throws Problem 422 for an unknown one; 403 as `findAttribute`
 */
function requireProperty(actor: Actor, types: readonly string[], name: string, parameter: string): Property {
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

/** True for an id or a date, which may stand without quotes, as null may. */
const isBareText = (text: string) => parseUuid(text) !== undefined || /^\d{4}-\d\d-\d\d$/.test(text);

/** A literal as the database holds it; undefined when its kind is another. */
function literalValue(kind: Kind, { text, quoted }: Literal): Value | undefined {
  if (text === "null" && !quoted) return null;
  if (kind === "instant") return instantOf(text, "start");
  if (kind === "text") return quoted || isBareText(text) ? text : undefined;
  if (quoted) return undefined;
  if (kind === "flag")
    return new Map([
      ["true", 1],
      ["false", 0],
    ]).get(text);
  return /^[+-]?\d/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

const SIGNS: Partial<Record<Operator, string>> = { gt: ">", ge: ">=", lt: "<", le: "<=" };

/** SQLite sorts numbers before texts, so a property is compared with its own type only. */
const TYPES: Record<Kind, string> = {
  text: "('text')",
  instant: "('text')",
  number: "('integer', 'real')",
  flag: "('integer')",
};

const negation = ({ sql, values }: Condition): Condition => where(`NOT coalesce(${sql}, FALSE)`, ...values);

/** The condition that a property equals a value. */
function equals({ sql, values, field }: Property, value: Value): Condition {
  if (field) return value === null ? withoutValue(field.key) : holdsOneOf(field, [value]);
  return value === null ? where(`${sql} IS NULL`) : where(`${sql} = ?`, ...values, value);
}

/**
 * The condition of a comparison.
 * @throws Problem 422 for an unknown property, or a value of another kind; 403 as `findAttribute`
 */
export function conditionOf(actor: Actor, types: readonly string[], comparison: Comparison): Condition {
  const { operator, literal } = comparison;
  const property = requireProperty(actor, types, comparison.property, "$filter");
  const value = literalValue(property.kind, literal);
  const refuse = (why: string) =>
    invalid(["query", "$filter"], `${comparison.property} ${why}`, "value_error", literal.text);
  if (value === undefined) throw refuse(`is compared with a ${property.kind}`);
  if (operator === "eq") return equals(property, value);
  if (operator === "ne") return negation(equals(property, value));
  if (value === null) throw refuse("can be compared with null only by eq and ne");
  const { sql, values, kind } = property;
  if (operator !== "contains")
    return where(`typeof(${sql}) IN ${TYPES[kind]} AND ${sql} ${SIGNS[operator]} ?`, ...values, ...values, value);
  if (kind !== "text") throw refuse("is no text that could contain another");
  return where(`instr(${sql}, ?) > 0`, ...values, value);
}

/**
 * The order by some properties.
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

/** True when a name is that of a column by which every feed can be sorted. */
export const isColumn = (name: unknown): name is string => typeof name === "string" && Object.hasOwn(COLUMNS, name);

/**
 * Filtering and sorting cards by their attributes.
 *
 * `where=costTotalAnnual:1000..5000;hostingType:cloudSaaS|cloudPaaS;productName:set` — conditions between semicolons, all
 * of which must hold; each is a key, a colon, and
 *   value            equal to it (a list holds it)
 *   a|b|c            one of them
 *   from..to         between the two, both included; either may be left out
 *   empty | set      without or with a value
 * A backslash escapes the next character. The type of the field decides how a value is read, so one card type is required.
 */
import { inList, listOf } from "../../../../db";
import type { Field } from "../../../../db/schema/metamodel";
import { type Actor, may } from "../../../core/access/actor";
import { forbidden, invalid } from "../../../http/errors";
import { cardType } from "../../metamodel";
import { type Condition, type Value, where } from "./sql-conditions";

/** Conditions of one request, and values of one condition. */
const MAX_CONDITIONS = 20;
const MAX_VALUES = 100;

/** Begins the name of an attribute where columns can be named too. */
export const ATTRIBUTE = "attributes.";

/** Splits a text at each unescaped separator; backslashes are kept. */
function split(text: string, separator: string): string[] {
  const parts = [""];
  for (let index = 0; index < text.length; index++) {
    const letter = text[index] as string;
    if (letter === "\\" && index + 1 < text.length) parts[parts.length - 1] += letter + text[++index];
    else if (text.startsWith(separator, index)) {
      parts.push("");
      index += separator.length - 1;
    } else parts[parts.length - 1] += letter;
  }
  return parts;
}

/** Separates the ends of a range. */
const RANGE = "..";

const unescaped = (text: string) => text.replace(/\\(.)/gs, "$1");

const isNumeric = (field: Field) => field.type === "number" || field.type === "cost";

/** SQL of an attribute's value; its parameter is the JSON path. */
const VALUE = "json_extract(c.attributes, ?)";
const pathOf = (key: string) => `$.${JSON.stringify(key)}`;

function valueFor(field: Field, text: string): Value {
  if (isNumeric(field)) {
    const number = Number(text);
    if (text.trim() === "" || !Number.isFinite(number))
      throw invalid(["query", "where"], `${field.key} is compared with numbers`, "value_error", text);
    return number;
  }
  if (field.type !== "boolean") return text;
  if (text !== "true" && text !== "false")
    throw invalid(["query", "where"], `${field.key} is true or false`, "value_error", text);
  return text === "true" ? 1 : 0;
}

function range(field: Field, ends: readonly string[]): Condition {
  const [from = "", to = "", ...more] = ends.map(unescaped);
  const path = pathOf(field.key);
  const refuse = (why: string) =>
    invalid(["query", "where"], `the range of ${field.key} has ${why}`, "value_error", ends.join(RANGE));
  if (more.length > 0) throw refuse("more than two ends");
  if (from === "" && to === "") throw refuse("neither beginning nor end");
  const bounds = [
    ...(from === "" ? [] : [where(`${VALUE} >= ?`, path, valueFor(field, from))]),
    ...(to === "" ? [] : [where(`${VALUE} <= ?`, path, valueFor(field, to))]),
  ];
  // SQLite sorts numbers before texts, so each is compared with its own type only.
  const kinds = isNumeric(field) ? "('integer', 'real')" : "('text')";
  return where(
    [`json_type(c.attributes, ?) IN ${kinds}`, ...bounds.map((bound) => bound.sql)].join(" AND "),
    path,
    ...bounds.flatMap((bound) => bound.values),
  );
}

const EMPTY = `(${VALUE} IS NULL OR ${VALUE} = '' OR ${VALUE} = '[]')`;

/** The condition that an attribute has no value. */
export function withoutValue(key: string): Condition {
  const path = pathOf(key);
  return where(EMPTY, path, path, path);
}

/** The condition that an attribute is one of some values, or is a list that holds one of them. */
export function holdsOneOf(field: Field, values: readonly Value[]): Condition {
  const [path, list] = [pathOf(field.key), listOf(values)];
  if (field.type === "multiple_select")
    return where(`EXISTS (SELECT 1 FROM json_each(c.attributes, ?) AS held WHERE ${inList("held.value")})`, path, list);
  return where(inList(VALUE), path, list);
}

function conditionFor(field: Field, text: string): Condition {
  const isEmpty = withoutValue(field.key);
  if (text === "empty") return isEmpty;
  if (text === "set") return where(`NOT ${isEmpty.sql}`, ...isEmpty.values);
  const ends = split(text, RANGE);
  if (ends.length > 1) return range(field, ends);
  const values = split(text, "|").map((value) => valueFor(field, unescaped(value)));
  if (values.length > MAX_VALUES)
    throw invalid(["query", "where"], `${field.key} is compared with more than ${MAX_VALUES} values`);
  return holdsOneOf(field, values);
}

/**
 * The field of a card type that a query parameter names.
 * @param parameter the name of the query parameter, for the refusal
 * @throws Problem 422 without a type or for a field it doesn't have; 403 for costs that the actor may not see everywhere
 */
export function namedField(actor: Actor, typeKey: string | undefined, key: string, parameter: string): Field {
  const type = typeKey === undefined ? undefined : cardType(typeKey);
  if (!type) throw invalid(["query", parameter], "needs exactly one card type in `type` beside it");
  const field = type.fields.get(key);
  if (!field) throw invalid(["query", parameter], `${type.key} has no field ${JSON.stringify(key.slice(0, 100))}`);
  // Comparisons would reveal the costs.
  if (field.type === "cost" && !may(actor, "costs.view")) throw forbidden();
  return field;
}

/**
 * The conditions of a `where` parameter.
 * @throws Problem 422 for what can't be parsed; 403 as `namedField`
 */
export function attributeConditions(actor: Actor, typeKey: string | undefined, text: string): Condition[] {
  const parts = split(text, ";").filter((part) => part.trim() !== "");
  if (parts.length > MAX_CONDITIONS)
    throw invalid(["query", "where"], `must not have more than ${MAX_CONDITIONS} conditions`);
  return parts.map((part) => {
    const [key = "", ...rest] = split(part, ":");
    if (rest.length === 0)
      throw invalid(["query", "where"], "each condition is a key, a colon and a value", "value_error", part);
    return conditionFor(namedField(actor, typeKey, unescaped(key).trim(), "where"), rest.join(":"));
  });
}

/** SQL of an attribute's value and its parameter, for sorting and counting; flags are 0 or 1. */
export const attributeValue = (field: Field): { sql: string; path: string } => ({
  sql: VALUE,
  path: pathOf(field.key),
});

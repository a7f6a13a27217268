import { between, type Condition, holdsOneOf, type Value, where, withoutValue } from "../../../../db/query";
import type { Field } from "../../../../db/schema/metamodel";
import { type Actor, may } from "../../../core/access/actor";
import { forbidden, invalid } from "../../../http/errors";
import { cardType } from "../../metamodel";

/** Conditions of one request, and values of one condition. */
const MAX_CONDITIONS = 20;
const MAX_VALUES = 100;

/** Begins the name of an attribute where columns can be named too. */
export const ATTRIBUTE = "attributes.";

/** Splits a text at each unescaped separator; backslashes stay. */
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
  const refuse = (why: string) =>
    invalid(["query", "where"], `the range of ${field.key} has ${why}`, "value_error", ends.join(RANGE));
  if (more.length > 0) throw refuse("more than two ends");
  if (from === "" && to === "") throw refuse("neither beginning nor end");
  const bound = (text: string) => (text === "" ? undefined : valueFor(field, text));
  return between(field, bound(from), bound(to));
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

/** The conditions of a `$filter` on the cards of a feed. */
import { type Condition, either, holdsOneOf, type Value, where, withoutValue } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";
import { instantOf } from "../../../platform/instants";
import type { Comparison, Expression, Operator, TextFunction } from "./filter-expression";
import { type Kind, type Property, requireProperty } from "./properties";
import type { Literal } from "./tokens";

/** The user who asks for the cards of a view, and the card types that the view names; none for all. */
export type Scope = { actor: Actor; types: readonly string[] };

/** Accepts an id or a date, which may stand without quotes, as null may. */
const isBareText = (text: string) => parseUuid(text) !== undefined || /^\d{4}-\d\d-\d\d$/.test(text);

const flags = new Map([
  ["true", 1],
  ["false", 0],
]);

/** Returns a literal as the database holds it; undefined when its kind is another. */
function literalValue(kind: Kind, { text, quoted }: Literal): Value | undefined {
  if (text === "null" && !quoted) return null;
  if (kind === "instant") return instantOf(text, "start");
  if (kind === "text") return quoted || isBareText(text) ? text : undefined;
  if (kind === "flag") return quoted ? undefined : flags.get(text);
  // Programs that don't know a type of numbers write a number in quotes.
  return /^[+-]?\d/.test(text) && Number.isFinite(Number(text)) ? Number(text) : undefined;
}

const refusal = (property: string, why: string, { text }: Literal) =>
  invalid(["query", "$filter"], `${property} ${why}`, "value_error", text);

/** Finds the value of a literal. @throws Problem 422 when it is of another kind than the property */
function requireValue(name: string, { kind }: Property, literal: Literal): Value {
  const value = literalValue(kind, literal);
  if (value === undefined) throw refusal(name, `is compared with a ${kind}`, literal);
  return value;
}

const SIGNS: Partial<Record<Operator, string>> = { gt: ">", ge: ">=", lt: "<", le: "<=" };

/** SQLite sorts numbers before texts, so a property is compared with its own type only. */
const TYPES: Record<Kind, string> = {
  text: "('text')",
  instant: "('text')",
  number: "('integer', 'real')",
  flag: "('integer')",
};

/** The condition that a text contains, begins or ends with another. */
const FUNCTIONS: Record<TextFunction, (property: Property, value: string) => Condition> = {
  contains: ({ sql, values }, value) => where(`instr(${sql}, ?) > 0`, ...values, value),
  startswith: ({ sql, values }, value) => where(`instr(${sql}, ?) = 1`, ...values, value),
  endswith: ({ sql, values }, value) =>
    where(`substr(${sql}, length(${sql}) - length(?) + 1) = ?`, ...values, ...values, value, value),
};

const isFunction = (operator: Operator): operator is TextFunction => Object.hasOwn(FUNCTIONS, operator);

const negation = ({ sql, values }: Condition): Condition => where(`NOT coalesce(${sql}, FALSE)`, ...values);

/** Returns the condition that a property equals a value. */
function equals({ sql, values, field }: Property, value: Value): Condition {
  if (field) return value === null ? withoutValue(field.key) : holdsOneOf(field, [value]);
  return value === null ? where(`${sql} IS NULL`) : where(`${sql} = ?`, ...values, value);
}

function comparisonOf({ actor, types }: Scope, { property: name, operator, literal }: Comparison): Condition {
  const property = requireProperty(actor, types, name, "$filter");
  const value = requireValue(name, property, literal);
  if (operator === "eq") return equals(property, value);
  if (operator === "ne") return negation(equals(property, value));
  if (value === null) throw refusal(name, "can be compared with null only by eq, ne and in", literal);
  const { sql, values, kind } = property;
  if (!isFunction(operator))
    return where(`(typeof(${sql}) IN ${TYPES[kind]} AND ${sql} ${SIGNS[operator]} ?)`, ...values, ...values, value);
  if (kind !== "text") throw refusal(name, `is no text, so ${operator} doesn't apply`, literal);
  return FUNCTIONS[operator](property, String(value));
}

const allOf = (conditions: readonly Condition[]): Condition =>
  where(`(${conditions.map(({ sql }) => sql).join(" AND ")})`, ...conditions.flatMap(({ values }) => values));

/**
 * Returns the condition of an expression. A comparison with a value that isn't there doesn't hold, so its negation does.
 * @throws Problem 422 for an unknown property, or a value of another kind; 403 as `findAttribute`
 */
export function conditionOf(scope: Scope, expression: Expression): Condition {
  if ("all" in expression) return allOf(expression.all.map((part) => conditionOf(scope, part)));
  if ("any" in expression) return either(expression.any.map((part) => conditionOf(scope, part)));
  if ("not" in expression) return negation(conditionOf(scope, expression.not));
  if (!("among" in expression)) return comparisonOf(scope, expression);
  const property = requireProperty(scope.actor, scope.types, expression.property, "$filter");
  const values = expression.among.map((literal) => requireValue(expression.property, property, literal));
  return either(values.map((value) => equals(property, value)));
}

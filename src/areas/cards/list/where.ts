/** The conditions of lists on the fields of cards, as the parameter `where` has them. */
import { inList, listOf } from "../../../../db";
import {
  between,
  type Condition,
  holdsOneOf,
  negated,
  oneOf,
  phaseAt,
  phaseDay,
  type Value,
  valuesOf,
  where,
  withRelation,
  withRole,
  withTagOf,
} from "../../../../db/query";
import type { Field } from "../../../../db/schema/metamodel";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";
import { columnValue, filled } from "./field-sql";
import { comparedField, type ListedField, type Naming } from "./listed-fields";

/** Conditions of one request, and values of one condition. */
const MAX_CONDITIONS = 20;
const MAX_VALUES = 100;

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

function numberIn(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number))
    throw invalid(["query", "where"], `${name} is compared with numbers`, "value_error", text);
  return number;
}

function valueFor(field: Field, text: string): Value {
  if (field.type === "number" || field.type === "cost") return numberIn(field.key, text);
  if (field.type !== "boolean") return text;
  if (text !== "true" && text !== "false")
    throw invalid(["query", "where"], `${field.key} is true or false`, "value_error", text);
  return text === "true" ? 1 : 0;
}

/**
 * Returns the two ends of a range; undefined for a text that is none.
 * @throws Problem 422 for a range without ends, or with more
 */
function endsOf(name: string, text: string): [from: string, to: string] | undefined {
  const ends = split(text, RANGE);
  if (ends.length === 1) return undefined;
  const [from = "", to = "", ...more] = ends.map(unescaped);
  const refuse = (why: string) =>
    invalid(["query", "where"], `the range of ${name} has ${why}`, "value_error", ends.join(RANGE));
  if (more.length > 0) throw refuse("more than two ends");
  if (from === "" && to === "") throw refuse("neither beginning nor end");
  return [from, to];
}

/** Returns the values of a list. @throws Problem 422 for too many */
function valuesIn(name: string, text: string): string[] {
  const values = split(text, "|").map(unescaped);
  if (values.length > MAX_VALUES)
    throw invalid(["query", "where"], `${name} is compared with more than ${MAX_VALUES} values`);
  return values;
}

function attributeCondition(field: Field, text: string): Condition {
  const ends = endsOf(field.key, text);
  const bound = (end: string) => (end === "" ? undefined : valueFor(field, end));
  if (ends) return between(field, bound(ends[0]), bound(ends[1]));
  return holdsOneOf(
    field,
    valuesIn(field.key, text).map((value) => valueFor(field, value)),
  );
}

/** Returns the condition on an SQL expression over the columns of a card: a range, or one of some values. */
function expressionCondition(name: string, { sql, values }: Condition, text: string, isNumber = false): Condition {
  const ends = endsOf(name, text);
  const parsed = (value: string) => (isNumber ? numberIn(name, value) : value);
  if (!ends) return where(inList(sql), ...values, listOf(valuesIn(name, text).map(parsed)));
  const bounds = ends.flatMap((end, at) =>
    end === "" ? [] : [where(`${sql} ${at === 0 ? ">=" : "<="} ?`, ...values, parsed(end))],
  );
  return where(bounds.map((bound) => bound.sql).join(" AND "), ...valuesOf(bounds));
}

/** The actor's own id, in lists of users. */
const ME = "me";

/** Returns the ids in a list. @throws Problem 422 for what is none */
const idsIn = (name: string, text: string, actor: Actor): string[] =>
  valuesIn(name, text).map((value) => {
    const id = value === ME ? actor.userId : parseUuid(value);
    if (!id) throw invalid(["query", "where"], `${name} is compared with ids`, "uuid_parsing", value);
    return id;
  });

/** Returns the condition that a field has one of the values, or one in the range, that a text names. */
function valueCondition(field: ListedField, text: string, actor: Actor, day: string): Condition {
  switch (field.kind) {
    case "attribute":
      return attributeCondition(field.field, text);
    case "relation":
      return withRelation(field.type.seq, field.side, idsIn(field.type.key, text, actor));
    case "stakeholder":
      return withRole(field.role, idsIn(field.role ?? "stakeholder", text, actor));
    case "tag":
      return withTagOf(field.groupId, idsIn("tag", text, actor));
    case "lifecycle":
      throw invalid(["query", "where"], "lifecycle is compared with `empty` and `set`", "value_error", text);
    case "phase":
      return expressionCondition("phase", phaseAt(day), text);
    case "date":
      return expressionCondition(`lifecycle.${field.phase}`, where(phaseDay(field.phase)), text);
    case "column":
      if (field.values === "id") return oneOf(`c.${field.column}`, idsIn(field.column, text, actor));
      return expressionCondition(field.column, where(columnValue(field)), text, field.values === "number");
  }
}

function conditionFor(field: ListedField, text: string, actor: Actor, day: string): Condition {
  if (text === "empty") return negated(filled(field, day));
  if (text === "set") return filled(field, day);
  return valueCondition(field, text, actor, day);
}

/** Negates a condition when it begins it. */
const NOT = "!";

/** Returns the condition of one part of a `where` parameter. @param day the one at which phases are compared */
function partCondition(naming: Naming, part: string, day: string): Condition {
  const isNegated = part.trimStart().startsWith(NOT);
  const [key = "", ...rest] = split(isNegated ? part.trimStart().slice(NOT.length) : part, ":");
  if (rest.length === 0)
    throw invalid(["query", "where"], "each condition is a key, a colon and a value", "value_error", part);
  const condition = conditionFor(comparedField(naming, unescaped(key).trim()), rest.join(":"), naming.actor, day);
  return isNegated ? negated(condition) : condition;
}

/**
 * Returns the conditions of a `where` parameter.
 * @param day the one at which phases are compared
 * @throws Problem 422 for what can't be parsed; 403 as `listedField`
 */
export function whereConditions(actor: Actor, typeKey: string | undefined, text: string, day: string): Condition[] {
  const parts = split(text, ";").filter((part) => part.trim() !== "");
  if (parts.length > MAX_CONDITIONS)
    throw invalid(["query", "where"], `must not have more than ${MAX_CONDITIONS} conditions`);
  return parts.map((part) => partCondition({ actor, typeKey, parameter: "where" }, part, day));
}

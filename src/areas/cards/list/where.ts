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
import { conditionsIn, endsOf, valuesIn } from "../../../http/where";
import { parseUuid } from "../../../platform/ids";
import { columnValue, filled } from "./field-sql";
import { comparedField, type ListedField } from "./listed-fields";

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

/**
 * Returns the conditions of a `where` parameter.
 * @param day the one at which phases are compared
 * @throws Problem 422 for what can't be parsed; 403 as `listedField`
 */
export const whereConditions = (actor: Actor, typeKey: string | undefined, text: string, day: string): Condition[] =>
  conditionsIn(text, (name, value) =>
    conditionFor(comparedField({ actor, typeKey, parameter: "where" }, name), value, actor, day),
  );

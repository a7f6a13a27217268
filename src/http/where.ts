/**
 * The parameter `where` of lists: conditions between semicolons, each a key, a colon, and values between bars, a range of
 * two ends between dots, `empty` or `set`; an exclamation mark before the key negates it, a backslash escapes a letter.
 *
 *   status:identified|analysed;!category:security;target_resolution_date:2026-01-01..2026-12-31;owner_id:empty
 */
import { type Condition, negated, oneOf, valuesOf, where } from "../../db/query";
import { parseUuid } from "../platform/ids";
import { invalid } from "./errors";

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

/**
 * Returns the two ends of a range; undefined for a text that is none.
 * @throws Problem 422 for a range without ends, or with more
 */
export function endsOf(name: string, text: string): [from: string, to: string] | undefined {
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
export function valuesIn(name: string, text: string): string[] {
  const values = split(text, "|").map(unescaped);
  if (values.length > MAX_VALUES)
    throw invalid(["query", "where"], `${name} is compared with more than ${MAX_VALUES} values`);
  return values;
}

/** Negates a condition when it begins it. */
const NOT = "!";

/**
 * Returns the conditions of a `where` parameter.
 * @param conditionFor returns the condition of a field and the text behind its colon, still escaped
 * @param not negates a condition
 * @throws Problem 422 for what can't be parsed
 */
export function conditionsOf<C>(
  text: string,
  conditionFor: (name: string, value: string) => C,
  not: (condition: C) => C,
): C[] {
  const parts = split(text, ";").filter((part) => part.trim() !== "");
  if (parts.length > MAX_CONDITIONS)
    throw invalid(["query", "where"], `must not have more than ${MAX_CONDITIONS} conditions`);
  return parts.map((part) => {
    const isNegated = part.trimStart().startsWith(NOT);
    const [key = "", ...rest] = split(isNegated ? part.trimStart().slice(NOT.length) : part, ":");
    if (rest.length === 0)
      throw invalid(["query", "where"], "each condition is a key, a colon and a value", "value_error", part);
    const condition = conditionFor(unescaped(key).trim(), rest.join(":"));
    return isNegated ? not(condition) : condition;
  });
}

/** Returns the conditions of a `where` parameter in SQL, as `conditionsOf` does. */
export const conditionsIn = (text: string, conditionFor: (name: string, value: string) => Condition): Condition[] =>
  conditionsOf(text, conditionFor, negated);

/** The fields of a list's rows, by name. */
export type WhereFields = {
  /** SQL of the fields that are compared as they are. */
  values: Readonly<Record<string, string>>;
  /** The fields that hold ids: SQL for having none, and the condition for having one of some. */
  ids: Readonly<Record<string, { empty: string; isOneOf: (ids: readonly string[]) => Condition }>>;
};

/** Returns the names of fields, for the description of the API. */
export const namesOf = ({ values, ids }: WhereFields): string[] => [...Object.keys(values), ...Object.keys(ids)];

/** Returns the ids in a list. @throws Problem 422 for what is none */
const idsIn = (name: string, text: string): string[] =>
  valuesIn(name, text).map((value) => {
    const id = parseUuid(value);
    if (!id) throw invalid(["query", "where"], `${name} is compared with ids`, "uuid_parsing", value);
    return id;
  });

/** Returns the condition that a field is one of some values, or between two. */
function compared(name: string, sql: string, text: string): Condition {
  const ends = endsOf(name, text);
  if (!ends) return oneOf(sql, valuesIn(name, text));
  const bounds = ends.flatMap((end, at) => (end === "" ? [] : [where(`${sql} ${at === 0 ? ">=" : "<="} ?`, end)]));
  return where(`(${bounds.map((bound) => bound.sql).join(" AND ")})`, ...valuesOf(bounds));
}

/** Returns the condition of a field. @throws Problem 422 for one that there is not */
function conditionOn(fields: WhereFields, name: string, text: string): Condition {
  const [sql, ids] = [fields.values[name], fields.ids[name]];
  const empty = ids ? where(ids.empty) : sql ? where(`${sql} IS NULL`) : undefined;
  if (!empty) throw invalid(["query", "where"], `compares one of ${namesOf(fields).join(", ")}`, "value_error", name);
  if (text === "empty") return empty;
  if (text === "set") return negated(empty);
  return ids ? ids.isOneOf(idsIn(name, text)) : compared(name, sql as string, text);
}

/** Returns the conditions of a `where` parameter on some fields. @throws Problem 422 for what can't be parsed */
export const whereOn = (fields: WhereFields, text: string): Condition[] =>
  conditionsIn(text, (name, value) => conditionOn(fields, name, value));

/** Returns the description of a `where` parameter on some fields. */
export const describeWhere = (fields: WhereFields): string =>
  `Conditions between semicolons, each of them \`key:value\`, \`key:a|b\` (one of them), \`key:from..to\` (both included, either may be left out), \`key:empty\` or \`key:set\`; \`!\` before one negates it. A key is one of ${namesOf(fields).join(", ")}; a backslash takes the next character as it is`;

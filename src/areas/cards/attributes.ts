/** The attributes of a card as the fields of its type ask for them. */
import type { Field } from "../../../db/schema/metamodel";
import { invalid, Problem } from "../../http/errors";
import type { JsonObject } from "../../platform/json";
import { cardType, withNumbers } from "../metamodel";

const linkPattern = /^(https?:\/\/|mailto:)/;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** Accepts a link with a safe protocol. */
export const isLink = (value: unknown): boolean => typeof value === "string" && linkPattern.test(value.trim());

/** @throws Problem 422 when a `url` field holds something else than a link with a safe protocol */
function checkLinks(fields: ReadonlyMap<string, Field>, attributes: JsonObject): void {
  for (const [key, field] of fields) {
    if (field.type !== "url") continue;
    const value = attributes[key];
    if (value === undefined || value === null || value === "") continue;
    if (!isLink(value))
      throw new Problem(
        422,
        `The field "${field.label}" (${key}) must be a link that begins with http://, https:// or mailto:`,
      );
  }
}

/** Returns the reason why a value does not fit the type of a field; undefined when it does. */
function mismatchOf(field: Field, value: unknown): string | undefined {
  if (value === null) return undefined;
  const options = field.options?.map((option) => option.key);
  const isOption = (key: unknown) =>
    typeof key === "string" && (options === undefined || options.length === 0 || options.includes(key));
  switch (field.type) {
    case "number":
    case "cost":
      return typeof value === "number" ? undefined : "must be a number";
    case "boolean":
      return typeof value === "boolean" ? undefined : "must be true or false";
    case "date":
      return typeof value === "string" && dayPattern.test(value) ? undefined : "must be a date, as in 2026-01-31";
    case "single_select":
      return isOption(value) ? undefined : `must be one of ${options?.join(", ") ?? "its options"}`;
    case "multiple_select":
      return Array.isArray(value) && value.every(isOption)
        ? undefined
        : `must be a list out of ${options?.join(", ") ?? "its options"}`;
    default:
      return typeof value === "string" ? undefined : "must be text";
  }
}

function checkStrictly(typeKey: string, fields: ReadonlyMap<string, Field>, attributes: JsonObject): void {
  if (fields.size === 0) return;
  const unknown = Object.keys(attributes).filter((key) => !fields.has(key));
  if (unknown.length > 0)
    throw new Problem(422, {
      error: "unknown_attribute_keys",
      message: `The card type ${typeKey} does not declare: ${unknown.sort().join(", ")}`,
      unknown_keys: unknown.sort(),
      valid_keys: [...fields.keys()].sort(),
      card_type: typeKey,
    });
  for (const [key, value] of Object.entries(attributes)) {
    const mismatch = mismatchOf(fields.get(key) as Field, value);
    if (mismatch) throw invalid(["body", "attributes", key], mismatch, "value_error", value);
  }
}

/**
 * Returns the attributes to store when these are sent: numbers in number fields, also where they were sent as text.
 * @param strict whether undeclared keys and values of another type than declared are refused too
 * @throws Problem 422
 */
export function attributesToStore(typeKey: string, sent: JsonObject, strict: boolean): JsonObject {
  const fields = cardType(typeKey)?.fields;
  if (!fields) return sent;
  const attributes = withNumbers(fields.values(), sent);
  checkLinks(fields, attributes);
  if (strict) checkStrictly(typeKey, fields, attributes);
  return attributes;
}

/** Writing results into attributes; a result must be something that a client could send itself. */

import { FormulaError, type JsonObject, type JsonValue } from "../../formula";
import { objection } from "../../http/schemas";

/** Up to this number of keys a number or boolean can't exceed the bounds of `objection`. */
const FEW_KEYS = 100;

const hasNoNul = (text: string) => !text.includes("\u0000");

/** Checks whether a request body could hold a value. */
function isSendable(value: JsonValue): boolean {
  if (typeof value === "string") return hasNoNul(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isSendable);
  return Object.entries(value).every(([key, member]) => key !== "__proto__" && hasNoNul(key) && isSendable(member));
}

/** Returns the reason why a result can't be stored in attributes; undefined when it can. */
function objectionTo(attributes: JsonObject, key: string, value: JsonValue): string | undefined {
  if (key === "__proto__" || !isSendable(value)) return "must not hold NUL characters or the key __proto__";
  // Measuring all attributes takes longer than most calculations.
  const isSmall = typeof value !== "string" && typeof value !== "object";
  return isSmall && Object.keys(attributes).length < FEW_KEYS ? undefined : objection(attributes);
}

/**
 * Returns attributes with a result; null removes the attribute.
 * @returns the same object when nothing changes
 * @throws FormulaError when the result can't be stored
 */
export function withResult(attributes: JsonObject, key: string, value: JsonValue): JsonObject {
  if (value === null) {
    if (!Object.hasOwn(attributes, key)) return attributes;
    const { [key]: _, ...others } = attributes;
    return others;
  }
  if (Object.hasOwn(attributes, key) && Bun.deepEquals(attributes[key], value)) return attributes;
  const result = { ...attributes, [key]: value };
  const reason = objectionTo(result, key, value);
  if (reason) throw new FormulaError("limit", `The attributes of a card ${reason}`, 1, 1);
  return result;
}

/** Whether a result can become part of a card: what a client reads it must be able to send back. */

import { FormulaError, type JsonObject, type JsonValue } from "../../formula";
import { objection } from "../../http/schemas";

/** A card may have many more; see `objection`. */
const FEW_KEYS = 100;

const isKept = (text: string) => !text.includes("\u0000");

/** Whether a value holds only what the API takes in a body. */
function isSendable(value: JsonValue): boolean {
  if (typeof value === "string") return isKept(value);
  if (typeof value !== "object" || value === null) return true;
  if (Array.isArray(value)) return value.every(isSendable);
  return Object.entries(value).every(([key, part]) => key !== "__proto__" && isKept(key) && isSendable(part));
}

/** Why a card can't hold a result; undefined when it can. */
function objectionTo(attributes: JsonObject, key: string, value: JsonValue): string | undefined {
  if (key === "__proto__" || !isSendable(value)) return "must not hold NUL characters or the key __proto__";
  // A number takes next to no room, and measuring the whole takes longer than calculating it.
  const isSmall = typeof value !== "string" && typeof value !== "object";
  return isSmall && Object.keys(attributes).length < FEW_KEYS ? undefined : objection(attributes);
}

/**
 * Attributes with a result in them; null takes the attribute out.
 * @returns the same object when nothing changes
 * @throws FormulaError when a card can't hold the result
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

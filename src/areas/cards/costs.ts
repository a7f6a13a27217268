/** Hides costs from those who may not see them: not by role, and not by a part in the card. */
import { type Actor, cardsWithVisibleCosts, seesCosts } from "../../core/access/actor";
import { costKeysOf } from "../metamodel";
import { type JsonObject, parsed } from "./rows";

/** JSON text of attributes without the keys given; the text itself when it has none of them. */
export function withoutKeys(attributes: string | null, keys: readonly string[]): string | null {
  if (attributes === null || !keys.some((key) => attributes.includes(JSON.stringify(key)))) return attributes;
  const value = parsed(attributes);
  for (const key of keys) delete value[key];
  return JSON.stringify(value);
}

/**
 * What hides the costs of some cards from the actor: takes a card's id, type and attributes as JSON text and gives the
 * text to send. Looks the actor's parts up once for all the cards.
 */
export function costFilter(
  actor: Actor,
  cardIds: readonly string[],
): (id: string, type: string, attributes: string | null) => string | null {
  const visible = cardsWithVisibleCosts(actor, cardIds);
  if (!visible) return (_id, _type, attributes) => attributes;
  return (id, type, attributes) => (visible.has(id) ? attributes : withoutKeys(attributes, costKeysOf(type)));
}

/** The keys that are costs on a card of this type, when the actor may not see them; none otherwise. */
export const hiddenCostKeys = (actor: Actor, card: { id: string; type: string }): readonly string[] => {
  const keys = costKeysOf(card.type);
  return keys.length === 0 || seesCosts(actor, card.id) ? [] : keys;
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const withoutAny = (value: unknown, keys: readonly string[]) =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))) : value;

/** Field → something, without the single attributes that are costs; `strip` takes the costs out of `attributes`. */
function stripFields(
  fields: JsonObject,
  keys: readonly string[],
  strip: (attributes: unknown) => unknown,
): Record<string, unknown> {
  const kept = Object.entries(fields).filter(([field]) => !keys.some((key) => field === `attr_${key}`));
  return Object.fromEntries(kept.map(([field, value]) => [field, field === "attributes" ? strip(value) : value]));
}

/**
 * An event's payload without costs: those of `changes.attributes.old` and `.new`, and those of `fields.attributes`.
 * Gives the same object when there are none.
 */
export function withoutCosts(data: JsonObject, keys: readonly string[]): JsonObject {
  const { changes, fields } = data;
  if (keys.length === 0 || !(isObject(changes) || isObject(fields))) return data;
  const bothSides = (sides: unknown) =>
    isObject(sides)
      ? Object.fromEntries(Object.entries(sides).map(([side, value]) => [side, withoutAny(value, keys)]))
      : sides;
  return {
    ...data,
    ...(isObject(changes) && { changes: stripFields(changes, keys, bothSides) }),
    ...(isObject(fields) && { fields: stripFields(fields, keys, (attributes) => withoutAny(attributes, keys)) }),
  };
}

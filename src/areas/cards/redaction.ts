/** Redaction of costs for users who may see them neither by their role nor as stakeholders of the card. */
import { inList, listOf, statement } from "../../../db";
import { type Actor, cardsWithVisibleCosts, may, seesCosts } from "../../core/access/actor";
import { type JsonObject, parseObject } from "../../platform/json";
import { allCostKeys, costKeysOf, metamodel } from "../metamodel";

/** Returns attributes, as JSON text, without some keys. */
export function redactKeys(attributes: string | null, keys: readonly string[]): string | null {
  if (attributes === null || !keys.some((key) => attributes.includes(JSON.stringify(key)))) return attributes;
  return JSON.stringify(omit(parseObject(attributes), keys));
}

/**
 * Returns a function that redacts the attributes (JSON text) of one of the cards, or of a relation that starts at it.
 * @param keysOf type of the card or relation → the keys of its costs
 */
export function redactAttributesFor(
  actor: Actor,
  cardIds: readonly string[],
  keysOf: (type: string) => readonly string[] = costKeysOf,
): (cardId: string, type: string, attributes: string | null) => string | null {
  const visible = cardsWithVisibleCosts(actor, cardIds);
  return (cardId, type, attributes) =>
    !visible || visible.has(cardId) ? attributes : redactKeys(attributes, keysOf(type));
}

/** Returns the keys of a card's costs that the actor may not see. */
export const redactedKeys = (actor: Actor, card: { id: string; type: string }): readonly string[] => {
  const keys = costKeysOf(card.type);
  return keys.length === 0 || seesCosts(actor, card.id) ? [] : keys;
};

/** Returns the keys of all costs, of cards and of relations, that the actor may not see by their role. */
export const costKeysHiddenFrom = (actor: Actor): readonly string[] =>
  may(actor, "costs.view") ? [] : [...allCostKeys(), ...[...metamodel().relationCostKeys.values()].flat()];

/**
 * Works as `redactedKeys`, for many cards with few queries: a function from the card's id. A deleted card has
 * every cost key.
 */
export function redactedKeysFor(
  actor: Actor,
  cardIds: readonly string[],
): (cardId: string | null) => readonly string[] {
  if (may(actor, "costs.view")) return () => [];
  const types = new Map(
    statement<{ id: string; type: string }, [string]>(`SELECT id, type FROM cards WHERE ${inList("id")}`)
      .all(listOf(cardIds))
      .map(({ id, type }) => [id, type]),
  );
  const visible = cardsWithVisibleCosts(actor, cardIds) ?? new Set(cardIds);
  return (cardId) => {
    const type = types.get(cardId ?? "");
    if (cardId === null || type === undefined) return costKeysHiddenFrom(actor);
    return visible.has(cardId) ? [] : costKeysOf(type);
  };
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const omit = (object: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

/**
 * Redacts what a payload holds for each field.
 * @param redact removes the costs from what it holds for `attributes`
 */
function redactFields(fields: JsonObject, keys: readonly string[], redact: (attributes: unknown) => unknown) {
  const remaining = omit(
    fields,
    keys.map((key) => `attr_${key}`),
  );
  return "attributes" in remaining ? { ...remaining, attributes: redact(remaining["attributes"]) } : remaining;
}

/** Returns the payload of an event without costs: those in `changes` (before and after) and those in `fields`. */
export function redactPayload(data: JsonObject, keys: readonly string[]): JsonObject {
  const { changes, fields } = data;
  if (keys.length === 0) return data;
  const redact = (value: unknown) => (isObject(value) ? omit(value, keys) : value);
  const redactBoth = (sides: unknown) =>
    isObject(sides) ? Object.fromEntries(Object.entries(sides).map(([side, value]) => [side, redact(value)])) : sides;
  return {
    ...data,
    ...(isObject(changes) && { changes: redactFields(changes, keys, redactBoth) }),
    ...(isObject(fields) && { fields: redactFields(fields, keys, redact) }),
  };
}

/** An event as it is stored; `data` is JSON text. */
type StoredEvent = { card_id: string | null; data: string | null };

/** Only `changes` and `fields` hold values of fields. */
const mayHoldCosts = (data: string | null) => data?.includes('"changes"') || data?.includes('"fields"');

/** Returns a function that parses and redacts the payload of one of the events. */
export function redactPayloadsFor(
  actor: Actor,
  events: readonly StoredEvent[],
): (event: StoredEvent) => JsonObject | null {
  const cardIds = events.flatMap(({ card_id, data }) => (card_id !== null && mayHoldCosts(data) ? [card_id] : []));
  const keysOf = redactedKeysFor(actor, [...new Set(cardIds)]);
  return ({ card_id, data }) => {
    if (data === null) return null;
    return mayHoldCosts(data) ? redactPayload(parseObject(data), keysOf(card_id)) : parseObject(data);
  };
}

/** Returns the payload of one event as JSON text, redacted. */
export function redactPayloadText(actor: Actor, event: { card_id: string | null; data: string }): string {
  if (!mayHoldCosts(event.data) || may(actor, "costs.view")) return event.data;
  return JSON.stringify(redactPayloadsFor(actor, [event])(event));
}

/** Attributes of cards that another area derives. Its events publish their changes. */
import type { Changes } from "../../core/journal/differences";
import { nowAfter } from "../../platform/clock";
import { type JsonObject, parseObject } from "../../platform/json";
import { fieldsDerivedFor } from "../calculations";
import { ATTRIBUTE } from "./field-changes";
import { refreshQuality } from "./quality";
import { type CardRow, requireCard, updateColumns } from "./repository";

/** Returns attributes that a card is to have, with some keys as they are stored. */
export function keepStored(card: CardRow, requested: JsonObject | null, keys: readonly string[]): JsonObject | null {
  if (keys.length === 0) return requested;
  const stored = parseObject(card.attributes);
  const result: JsonObject = { ...requested };
  for (const key of keys) {
    delete result[key];
    if (key in stored) result[key] = stored[key];
  }
  return result;
}

/** Returns attributes that a card is to have, with those that another area derives as they are stored. */
export const keepDerived = (card: CardRow, requested: JsonObject | null): JsonObject | null =>
  keepStored(card, requested, fieldsDerivedFor(card));

/** Returns an attribute of a card; undefined when it has none. */
export const attributeOf = (cardId: string, key: string): unknown => parseObject(requireCard(cardId).attributes)[key];

/**
 * Sets an attribute that another area derives, or removes it; part of the running transaction. The card is scored anew; its
 * approval stays, and who has updated it.
 * @param value undefined removes the attribute
 * @returns the change, as the history of the card shows it; empty when there is none
 */
export function deriveAttribute(cardId: string, key: string, value: unknown): Changes {
  const card = requireCard(cardId);
  const { [key]: old, ...others } = parseObject(card.attributes);
  if (old === value) return {};
  const attributes = value === undefined ? others : { ...others, [key]: value };
  updateColumns(card.seq, { attributes: JSON.stringify(attributes), updated_at: nowAfter(card.updated_at) });
  refreshQuality([cardId]);
  return { [ATTRIBUTE + key]: { old: old ?? null, new: value ?? null } };
}

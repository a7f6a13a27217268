/** The data quality of a card as its readers see it. */
import type { Actor } from "../../core/access/actor";
import type { Quality } from "./model";
import { explainQuality, type MissingItem, missingItems } from "./quality";
import { redactedKeys, redactedKeysFor } from "./redaction";
import { requireCard } from "./repository";

/**
 * Explains the data quality of a card, without the fields of costs that the actor may not see.
 * @throws Problem 404
 */
export function qualityOf(actor: Actor, cardId: string): Quality {
  const card = requireCard(cardId);
  const hidden = new Set(redactedKeys(actor, card));
  const { score, items } = explainQuality(card);
  return { score, items: items.filter(({ kind, key }) => kind !== "field" || !hidden.has(key)) };
}

/**
 * Explains what some cards lack, without the fields of costs that the actor may not see.
 * @returns id → what is missing, with what adds most first
 */
export function missingFor(actor: Actor, cardIds: readonly string[]): ReadonlyMap<string, MissingItem[]> {
  const hiddenKeys = redactedKeysFor(actor, cardIds);
  const seen = ([id, items]: [string, MissingItem[]]): [string, MissingItem[]] => {
    const hidden = hiddenKeys(id);
    return [id, items.filter(({ kind, key }) => kind !== "field" || !hidden.includes(key))];
  };
  return new Map([...missingItems(cardIds)].map(seen));
}

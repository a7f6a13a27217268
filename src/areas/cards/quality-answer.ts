/** The data quality of a card as its readers see it. */
import type { Actor } from "../../core/access/actor";
import type { Quality } from "./model";
import { explainQuality } from "./quality";
import { redactedKeys } from "./redaction";
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

/** The data quality of cards as their readers see it. */
import type { Actor } from "../../core/access/actor";
import type { Quality } from "./model";
import { type Explanation, explainQuality } from "./quality";
import { redactedKeysFor } from "./redaction";
import { requireCard } from "./repository";

/** Something that a card lacks, and the points that it would add to the score. */
type Missing = Omit<Explanation["items"][number], "is_filled" | "weight">;

/** Explains the data quality of some cards, without the fields of costs that the actor may not see. */
function explainFor(actor: Actor, cardIds: readonly string[]): Map<string, Explanation> {
  const hiddenKeys = redactedKeysFor(actor, cardIds);
  const seen = ([id, { score, items }]: [string, Explanation]): [string, Explanation] => {
    const hidden = hiddenKeys(id);
    return [id, { score, items: items.filter(({ kind, key }) => kind !== "field" || !hidden.includes(key)) }];
  };
  return new Map([...explainQuality(cardIds)].map(seen));
}

/**
 * Explains the data quality of a card, without the fields of costs that the actor may not see.
 * @throws Problem 404
 */
export function qualityOf(actor: Actor, cardId: string): Quality {
  const { id } = requireCard(cardId);
  return explainFor(actor, [id]).get(id) as Quality;
}

/**
 * Explains what some cards lack, without the fields of costs that the actor may not see.
 * @returns id → what is missing, with what adds most first
 */
export function missingFor(actor: Actor, cardIds: readonly string[]): ReadonlyMap<string, Missing[]> {
  const missing = ({ items }: Explanation): Missing[] =>
    items
      .filter(({ is_filled }) => !is_filled)
      .toSorted((one, other) => other.weight - one.weight)
      .map(({ is_filled: _, weight: __, ...item }) => item);
  return new Map([...explainFor(actor, cardIds)].map(([id, explanation]) => [id, missing(explanation)]));
}

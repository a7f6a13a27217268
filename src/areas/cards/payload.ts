/** Payloads of events as somebody may see them: without the costs that are hidden from them. */
import { inList, listOf, statement } from "../../../db";
import { type Actor, cardsWithVisibleCosts, may } from "../../core/access/actor";
import { allCostKeys, costKeysOf, metamodel } from "../metamodel";
import { withoutCosts } from "./costs";
import { type JsonObject, parsed } from "./rows";

/** What of a journal entry says whose costs its payload may hold; `data` is JSON text. */
type Entry = { card_id: string | null; data: string | null };

/** Only these parts of a payload hold the values of fields. */
const mayHoldCosts = (data: string) => data.includes('"changes"') || data.includes('"fields"');

/** Every key that holds costs on a card or a relation of some type: for what can't be traced to its card any more. */
const everyCostKey = () => [...allCostKeys(), ...[...metamodel().relationCostKeys.values()].flat()];

/**
 * The keys of costs that the actor may not see on each of some cards; of a card that is gone, all keys there are.
 * Looks up once what it must know of the cards.
 */
export function hiddenCosts(actor: Actor, cardIds: readonly string[]): (cardId: string | null) => readonly string[] {
  if (may(actor, "costs.view")) return () => [];
  const types = new Map(
    statement<[string, string], [string]>(`SELECT id, type FROM cards WHERE ${inList("id")}`).values(
      listOf(cardIds),
    ) as unknown as [string, string][],
  );
  const visible = cardsWithVisibleCosts(actor, cardIds) ?? new Set(cardIds);
  return (cardId) => {
    const type = cardId === null ? undefined : types.get(cardId);
    if (cardId === null || type === undefined) return everyCostKey();
    return visible.has(cardId) ? [] : costKeysOf(type);
  };
}

/** What gives the payload of each of some entries as the actor may see it. */
export function payloadsFor(actor: Actor, entries: readonly Entry[]): (entry: Entry) => JsonObject | null {
  const cards = entries.flatMap(({ card_id, data }) =>
    card_id !== null && data !== null && mayHoldCosts(data) ? [card_id] : [],
  );
  const hidden = hiddenCosts(actor, [...new Set(cards)]);
  return ({ card_id, data }) => {
    if (data === null) return null;
    return mayHoldCosts(data) ? withoutCosts(parsed(data), hidden(card_id)) : parsed(data);
  };
}

/** The payload of one entry as JSON text, as the actor may see it. */
export function payloadText(actor: Actor, entry: { card_id: string | null; data: string }): string {
  if (!mayHoldCosts(entry.data) || may(actor, "costs.view")) return entry.data;
  return JSON.stringify(payloadsFor(actor, [entry])(entry));
}

/** What follows from every change of cards: their level, their calculated fields, their quality. */
import { relevel } from "./hierarchy";
import { refreshQuality } from "./quality";
import type { CardRow } from "./rows";

/**
 * Brings what is derived from cards up to date, in the order in which one depends on the other.
 * Part of the running transaction; called once for all the cards that a request changes.
 */
export function settle(cards: readonly Pick<CardRow, "id" | "type">[]): void {
  relevel(cards);
  refreshQuality(cards.map((card) => card.id));
}

/** What follows from every change of a card: its level, its calculated fields, its quality. */

import { relevel } from "./hierarchy";
import { refreshQuality } from "./quality";
import type { CardRow } from "./rows";

/**
 * Brings what is derived from a card up to date, in the order in which one depends on the other.
 * Part of the running transaction.
 */
export function settle(card: Pick<CardRow, "id" | "type">): void {
  relevel(card);
  refreshQuality([card.id]);
}

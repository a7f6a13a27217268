/** Changing many cards in one request, each by the rules of a single change. */
import { rehearse, transaction } from "../../../db/client";
import { Problem } from "../../http/errors";
import type { Actor } from "../access/actor";
import { batchFor } from "../events/journal";
import { messageOf } from "./bulk-create";
import type { BulkChange, BulkChangePlan } from "./bulk-model";
import { changeStatus, type Diff, parentsIn, publishUpdated, writeChanges } from "./change";
import { hiddenCostKeys, withoutCosts } from "./costs";
import { settle } from "./effects";
import { type CardRow, cardRows } from "./rows";

type Changed = { card: CardRow; diff: Diff };

/** Writes the changes into each of the cards; one that refuses stops all, by name. */
function writeAll(actor: Actor, cards: readonly CardRow[], { updates }: BulkChange): Changed[] {
  const changed: Changed[] = [];
  for (const card of cards) {
    try {
      const diff = writeChanges(actor, card, updates);
      if (diff) changed.push({ card, diff });
    } catch (error) {
      if (error instanceof Problem) throw new Problem(error.status, `${card.name} (${card.id}): ${messageOf(error)}`);
      throw error;
    }
  }
  settle(
    changed.map(({ card }) => card),
    changed.flatMap(({ diff }) => parentsIn(diff)),
  );
  publishUpdated(actor, changed);
  for (const card of cards) changeStatus(actor, card, updates.status);
  return changed;
}

/** The cards in the order in which the request names them; unknown ids are left out. */
function named(ids: readonly string[]): CardRow[] {
  const rows = new Map(cardRows(ids).map((row) => [row.id, row]));
  return [...new Set(ids)].map((id) => rows.get(id)).filter((row) => row !== undefined);
}

/**
 * Changes all of the cards in the same way, in one transaction and one batch: all of them or none.
 * @returns the ids of the cards found
 * @throws Problem as a single change, naming the card
 */
export function changeCards(actor: Actor, request: BulkChange): string[] {
  return transaction(() => {
    const cards = named(request.ids);
    if (cards.length > 0) batchFor(actor, "card.updated");
    writeAll(actor, cards, request);
    return cards.map((card) => card.id);
  });
}

/** What `changeCards` would change, card by card, without the costs that the actor may not see. */
export function planChanges(actor: Actor, request: BulkChange): BulkChangePlan {
  const changed = rehearse(() => writeAll(actor, named(request.ids), request));
  const results = changed.map(({ card, diff }, row_index) => {
    const { changes } = withoutCosts({ changes: diff }, hiddenCostKeys(actor, card)) as { changes: Diff };
    const side = (which: "old" | "new") =>
      Object.fromEntries(Object.entries(changes).map(([field, values]) => [field, values[which]]));
    return {
      row_index,
      card_id: card.id,
      id: card.id,
      status: "would_update" as const,
      before: side("old"),
      after: side("new"),
    };
  });
  return { dry_run: true, results, updated: 0, would_update: results.length };
}

/** Restoring archived cards. */
import type { z } from "zod";
import { inList, largeTransaction, listOf, statement } from "../../../../db";
import { LATER } from "../../../../db/instants";
import { type Actor, requireOnCards } from "../../../core/access/actor";
import { refused } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { refreshDerivedFields } from "../derived-fields";
import { publishCards } from "../events";
import type { RestoreRequest, RestoreResult } from "../model";
import { type CardRow, findCards, requireCard } from "../repository";
import { serializeCard } from "../serialize";
import { isUnarchived } from "./archive";
import { idsOf } from "./cascade";

/** Makes cards ACTIVE, refreshes their derived fields and publishes it. */
export function restoreRows(actor: Actor, cards: readonly CardRow[]): void {
  if (cards.length === 0) return;
  statement(
    `UPDATE cards SET status = 'ACTIVE', archived_at = NULL, updated_by = ?, updated_at = ${LATER} WHERE ${inList("id")}`,
  ).run(actor.userId, now(), listOf(idsOf(cards)));
  refreshDerivedFields(cards);
  publishCards(actor, "card.restored", cards);
}

/**
 * Restores an archived card, and those of the cards named in the request that are archived too.
 * @throws Problem 404; 400 when it is not archived; 403 when the actor may not restore one of the others
 */
export function restoreCard(actor: Actor, id: string, request: RestoreRequest): z.infer<typeof RestoreResult> {
  return largeTransaction(() => {
    const card = requireCard(id);
    if (isUnarchived(card)) throw refused("Card is not archived");
    const others = findCards(request.also_restore_card_ids).filter((other) => other.id !== id && !isUnarchived(other));
    requireOnCards(actor, "card.archive", idsOf(others));
    restoreRows(actor, [card, ...others]);
    return { primary: serializeCard(actor, id), restored_passenger_ids: idsOf(others) };
  });
}

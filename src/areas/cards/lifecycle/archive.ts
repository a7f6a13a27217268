/** Archiving and restoring cards. */
import type { z } from "zod";
import { inList, largeTransaction, listOf, statement } from "../../../../db";
import { LATER } from "../../../../db/instants";
import { type Actor, requireOnCards } from "../../../core/access/actor";
import { refused } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { refreshDerivedFields } from "../derived-fields";
import { publishCards, publishCascade } from "../events";
import type { ArchiveRequest, ArchiveResult, RestoreRequest, RestoreResult } from "../model";
import { type CardRow, findCards, requireCard } from "../repository";
import { serializeCard } from "../serialize";
import { affectedBy, applyChildStrategy, idsOf, numbersOf } from "./cascade";

/** Checks whether a card is not archived yet. */
export const isUnarchived = (card: CardRow): boolean => card.status !== "ARCHIVED";

/**
 * Archives those of the cards that aren't archived yet, and publishes it.
 * @returns the ids of these
 */
export function archiveRows(actor: Actor, cards: readonly CardRow[]): Set<string> {
  const rows = cards.filter(isUnarchived);
  if (rows.length === 0) return new Set();
  const at = now();
  statement(
    `UPDATE cards SET status = 'ARCHIVED', archived_at = ?, updated_by = ?, updated_at = ${LATER} WHERE ${inList("seq")}`,
  ).run(at, actor.userId, at, listOf(numbersOf(rows)));
  publishCards(actor, "card.archived", rows);
  return new Set(idsOf(rows));
}

/**
 * Archives a card and the cards that the request includes.
 * @throws Problem 404; 400 when it is archived already; 409 when it has children and the request has no strategy for them;
 *   403 when the actor may not archive one of the others
 */
export function archiveCard(actor: Actor, id: string, request: ArchiveRequest): z.infer<typeof ArchiveResult> {
  return largeTransaction(() => {
    const card = requireCard(id);
    if (!isUnarchived(card)) throw refused("Card is already archived");
    const affected = affectedBy(card, request);
    const others = [...affected.descendants, ...affected.related];
    requireOnCards(actor, "card.archive", [...new Set([...idsOf(others), ...request.related_card_ids])]);
    applyChildStrategy(actor, [{ ...affected, related: affected.related.filter(isUnarchived) }], request);
    const archived = archiveRows(actor, [card, ...others]);
    const result = {
      affected_children_ids: idsOf(affected.descendants).filter((other) => archived.has(other)),
      affected_related_card_ids: idsOf(affected.related).filter((other) => archived.has(other)),
    };
    if (archived.size > 1) publishCascade(actor, "card.archived.batch", card, request, result);
    return { primary: serializeCard(actor, id), ...result };
  });
}

/** Makes cards ACTIVE, refreshes their derived fields and publishes it. */
export function restoreRows(actor: Actor, cards: readonly CardRow[]): void {
  if (cards.length === 0) return;
  statement(
    `UPDATE cards SET status = 'ACTIVE', archived_at = NULL, updated_by = ?, updated_at = ${LATER} WHERE ${inList("seq")}`,
  ).run(actor.userId, now(), listOf(numbersOf(cards)));
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

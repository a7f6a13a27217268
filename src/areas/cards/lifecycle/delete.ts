/** Deleting cards for good. */
import { cardNumbers, inList, largeTransaction, listOf, notInList, releaseReferences, statement } from "../../../../db";
import { LATER } from "../../../../db/instants";
import { type Actor, requireOnCard, requireOnCards } from "../../../core/access/actor";
import { now } from "../../../platform/clock";
import type { CardRef } from "../../calculations";
import { recalculate, recalculateParents } from "../derived-fields";
import { publishCards, publishCascade } from "../events";
import { relevelMoved } from "../hierarchy";
import type { ArchiveRequest, DeleteResult } from "../model";
import { requireCard } from "../repository";
import { affectedBy, applyChildStrategy, idsOf } from "./cascade";

/**
 * Deletes the rows of cards and everything that refers to them; remaining children become roots. The calculated fields of
 * related cards and parents are refreshed. Publishes nothing: the caller does so before.
 */
export function deleteRows(ids: readonly string[]): void {
  const deleted = listOf(ids);
  const peers = statement<CardRef, [string]>(
    `SELECT id, type FROM cards WHERE ${notInList("id", "?1")} AND seq IN (
       SELECT target_seq FROM relations WHERE source_seq IN ${cardNumbers("?1")}
       UNION SELECT source_seq FROM relations WHERE target_seq IN ${cardNumbers("?1")})`,
  ).all(deleted);
  const parents = statement<{ id: string }, [string]>(
    `SELECT DISTINCT parent_id AS id FROM cards WHERE parent_id IS NOT NULL AND ${inList("id")}`,
  ).all(deleted);
  releaseReferences("cards", ids);
  // Children that are deleted too keep their parent.
  const orphans = statement<CardRef>(
    `UPDATE cards SET parent_id = NULL, updated_at = ${LATER}
     WHERE ${inList("parent_id")} AND ${notInList("id")} RETURNING id, type`,
  ).all(now(), deleted, deleted);
  statement(`DELETE FROM cards WHERE ${inList("id")}`).run(deleted);
  if (orphans.length > 0) relevelMoved(orphans);
  recalculate(peers);
  recalculateParents(idsOf(parents));
}

/**
 * Deletes a card in any status and the cards that the request includes.
 * @throws Problem 403 when the actor may not delete one of them; 404; 409 when it has children and the request has no
 *   strategy for them
 */
export function deleteCard(actor: Actor, id: string, request: ArchiveRequest): DeleteResult {
  requireOnCard(actor, "card.delete", id, "Not enough permissions: only administrators may delete cards permanently");
  return largeTransaction(() => {
    const card = requireCard(id);
    const affected = affectedBy(card, request);
    const others = [...affected.descendants, ...affected.related];
    requireOnCards(actor, "card.delete", [...new Set([...idsOf(others), ...request.related_card_ids])]);
    applyChildStrategy(actor, [affected], request);
    publishCards(actor, "card.deleted", [...others, card]);
    const result = {
      deleted_card_ids: [...idsOf(others), id],
      affected_children_ids: idsOf(affected.descendants),
      affected_related_card_ids: idsOf(affected.related),
    };
    if (others.length > 0) publishCascade(actor, "card.deleted.batch", card, request, result);
    deleteRows(result.deleted_card_ids);
    return result;
  });
}

/** Deleting cards for good. */
import { inList, largeTransaction, listOf, notInList, statement } from "../../../../db";
import { LATER } from "../../../../db/instants";
import { type Actor, mayOnCard, requireOnCards } from "../../../core/access/actor";
import { type Author, publish, publishAll } from "../../../core/journal/journal";
import { forbidden } from "../../../http/errors";
import { now } from "../../../platform/clock";
import type { CardRef } from "../../calculations";
import { recompute, recomputeParents } from "../effects";
import { relevelMoved } from "../hierarchy";
import type { ArchiveRequest, DeleteResult } from "../model";
import { type CardRow, cardRow } from "../rows";
import { placeChildren } from "./archive";
import { affectedBy } from "./cascade";

const DELETE = "card.delete";

/**
 * Removes the rows of cards with all that hangs on them; cards at the other end of their relations, and parents whose
 * formulas read children, are recomputed. Children that stay become roots.
 * The caller has published what is to be told, and moved the children that stay if that is to be told, too.
 */
export function removeCards(ids: readonly string[]): void {
  const going = listOf(ids);
  const peers = statement<CardRef, [string]>(
    `SELECT id, type FROM cards WHERE ${notInList("id", "?1")} AND id IN (
       SELECT target_id FROM relations WHERE ${inList("source_id", "?1")}
       UNION SELECT source_id FROM relations WHERE ${inList("target_id", "?1")})`,
  ).all(going);
  const parents = statement<{ id: string }, [string]>(
    `SELECT DISTINCT parent_id AS id FROM cards WHERE parent_id IS NOT NULL AND ${inList("id")}`,
  ).all(going);
  // Parents can't go before their children, so the links to them go first.
  const orphans = statement<{ id: string }>(
    `UPDATE cards SET parent_id = NULL, updated_at = ${LATER} WHERE ${inList("parent_id")} RETURNING id`,
  ).all(now(), going);
  statement(`DELETE FROM cards WHERE ${inList("id")}`).run(going);
  if (orphans.length > 0) relevelMoved(orphans);
  recompute(peers);
  recomputeParents(parents.map((row) => row.id));
}

/** Tells that cards are deleted; to be called while they still exist. */
export function publishDeleted(author: Author, cards: readonly Pick<CardRow, "id" | "type" | "name">[]): void {
  publishAll(
    author,
    cards.map(({ id, type, name }) => ({ type: "card.deleted", cardId: id, data: { id, type, name } })),
  );
}

/**
 * Deletes a card, in whatever status, and what the request takes along.
 * @throws Problem 403 when the actor may not delete it or one that goes along; 404; 409 when it has children and the request
 *   doesn't say what becomes of them
 */
export function deleteCard(actor: Actor, id: string, request: ArchiveRequest): DeleteResult {
  if (!mayOnCard(actor, DELETE, id))
    throw forbidden("Not enough permissions: only administrators may delete cards permanently");
  return largeTransaction(() => {
    const card = cardRow(id);
    const affected = affectedBy(card, request);
    const others = [...affected.descendants, ...affected.related];
    requireOnCards(actor, DELETE, [...new Set([...others.map((other) => other.id), ...request.related_card_ids])]);
    placeChildren(actor, affected, request);
    const going = [...others, card];
    publishDeleted(actor, going);
    const result: DeleteResult = {
      deleted_card_ids: going.map((one) => one.id),
      affected_children_ids: affected.descendants.map((one) => one.id),
      affected_related_card_ids: affected.related.map((one) => one.id),
    };
    if (others.length > 0)
      publish(actor, {
        type: "card.deleted.batch",
        cardId: id,
        data: {
          id,
          type: card.type,
          name: card.name,
          child_strategy: request.child_strategy ?? null,
          affected_children_ids: result.affected_children_ids,
          affected_related_card_ids: result.affected_related_card_ids,
        },
      });
    removeCards(result.deleted_card_ids);
    return result;
  });
}

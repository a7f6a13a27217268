/** Deleting cards for good. */
import { statement, transaction } from "../../../db/client";
import { forbidden } from "../../http/errors";
import { type Actor, mayOnCard, requireOnCards } from "../access/actor";
import { publish } from "../events/journal";
import { placeChildren } from "./archive";
import { affectedBy } from "./cascade";
import type { ArchiveRequest, DeleteResult } from "./model";
import { refreshQuality } from "./quality";
import { type CardRow, cardRow } from "./rows";

const DELETE = { app: "inventory.delete", card: "card.delete" };

/**
 * Removes the rows of cards with all that hangs on them; cards at the other end of their relations are scored anew.
 * The caller has published what is to be told and moved the children that stay.
 */
export function removeCards(ids: readonly string[]): void {
  const going = JSON.stringify(ids);
  const peers = statement<{ id: string }, [string, string]>(
    `SELECT DISTINCT target_id AS id FROM relations WHERE source_id IN (SELECT value FROM json_each(?))
     UNION SELECT source_id FROM relations WHERE target_id IN (SELECT value FROM json_each(?))`,
  )
    .all(going, going)
    .map((row) => row.id);
  // Parents can't go before their children, so the links within the set go first.
  statement("UPDATE cards SET parent_id = NULL WHERE parent_id IN (SELECT value FROM json_each(?))").run(going);
  statement("DELETE FROM cards WHERE id IN (SELECT value FROM json_each(?))").run(going);
  const gone = new Set(ids);
  refreshQuality(peers.filter((id) => !gone.has(id)));
}

/** Tells that cards are deleted; to be called while they still exist. */
export function publishDeleted(actor: Actor, cards: readonly Pick<CardRow, "id" | "type" | "name">[]): void {
  for (const { id, type, name } of cards)
    publish(actor, { type: "card.deleted", cardId: id, data: { id, type, name } });
}

/**
 * Deletes a card, in whatever status, and what the request takes along.
 * @throws Problem 403 when the actor may not delete it or one that goes along; 404; 409 when it has children and the request
 *   doesn't say what becomes of them
 */
export function deleteCard(actor: Actor, id: string, request: ArchiveRequest): DeleteResult {
  if (!mayOnCard(actor, DELETE, id))
    throw forbidden("Not enough permissions: only administrators may delete cards permanently");
  return transaction(() => {
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

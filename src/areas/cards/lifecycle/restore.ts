/** Bringing archived cards back. */
import { inList, largeTransaction, listOf, statement } from "../../../../db";
import { LATER } from "../../../../db/instants";
import { type Actor, requireOnCards } from "../../../core/access/actor";
import { publishAll } from "../../../core/journal/journal";
import { refused } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { settle } from "../effects";
import type { RestoreRequest } from "../model";
import { type CardRow, cardRow, cardRows } from "../rows";

const ARCHIVE = "card.archive";

/** Brings cards back, with what may have changed around them since they went, and tells of each. */
export function flipToActive(actor: Actor, cards: readonly CardRow[]): void {
  if (cards.length === 0) return;
  statement(
    `UPDATE cards SET status = 'ACTIVE', archived_at = NULL, updated_by = ?, updated_at = ${LATER}
     WHERE ${inList("id")}`,
  ).run(actor.userId, now(), listOf(cards.map((card) => card.id)));
  settle(cards);
  publishAll(
    actor,
    cards.map(({ id, type, name, status: before }) => ({
      type: "card.restored",
      cardId: id,
      data: { id, type, name },
      undo: before === "ARCHIVED" ? undefined : { status: before },
    })),
  );
}

/**
 * Restores an archived card, and those of the cards named that are archived too.
 * @returns the ids of the others that were restored
 * @throws Problem 404; 400 when it is not archived; 403 when the actor may not restore one of the others
 */
export function restoreCard(actor: Actor, id: string, request: RestoreRequest): string[] {
  return largeTransaction(() => {
    const card = cardRow(id);
    if (card.status !== "ARCHIVED") throw refused("Card is not archived");
    const others = cardRows(request.also_restore_card_ids.filter((other) => other !== id)).filter(
      (other) => other.status === "ARCHIVED",
    );
    requireOnCards(
      actor,
      ARCHIVE,
      others.map((other) => other.id),
    );
    flipToActive(actor, [card, ...others]);
    return others.map((other) => other.id);
  });
}

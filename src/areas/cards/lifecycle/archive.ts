/** Archiving cards. */
import { inList, largeTransaction, listOf, statement } from "../../../../db";
import { LATER } from "../../../../db/instants";
import { type Actor, requireOnCards } from "../../../core/access/actor";
import { publish, publishAll } from "../../../core/journal/journal";
import { refused } from "../../../http/errors";
import { now } from "../../../platform/clock";
import type { ArchiveRequest } from "../model";
import { type CardRow, cardRow } from "../rows";
import { type Affected, affectedBy, moveChildren } from "./cascade";

const ARCHIVE = "card.archive";

/** Archives those of the cards that aren't archived yet, and tells of each. */
export function flipToArchived(actor: Actor, cards: readonly CardRow[]): CardRow[] {
  const flipped = cards.filter((card) => card.status !== "ARCHIVED");
  if (flipped.length === 0) return [];
  const at = now();
  statement(
    `UPDATE cards SET status = 'ARCHIVED', archived_at = ?, updated_by = ?, updated_at = ${LATER}
     WHERE ${inList("id")}`,
  ).run(at, actor.userId, at, listOf(flipped.map((card) => card.id)));
  publishAll(
    actor,
    flipped.map(({ id, type, name, status }) => ({
      type: "card.archived",
      cardId: id,
      data: { id, type, name },
      undo: status === "ACTIVE" ? undefined : { status },
    })),
  );
  return flipped;
}

/** Does to the children of a card, and of the related cards that go along, what the request says. */
export function placeChildren(
  actor: Actor,
  { primary, descendants, related }: Affected,
  request: Pick<ArchiveRequest, "child_strategy">,
): void {
  const { child_strategy } = request;
  if (child_strategy === "disconnect" || child_strategy === "reparent")
    moveChildren(actor, [primary.id], child_strategy === "reparent" ? primary.parent_id : null);
  const going = [primary, ...descendants, ...related].map((card) => card.id);
  moveChildren(
    actor,
    related.map((card) => card.id),
    null,
    going,
  );
}

/**
 * Archives a card and what the request takes along.
 * @returns the ids of the children and of the related cards that were archived with it
 * @throws Problem 404; 400 when it is archived already; 409 when it has children and the request doesn't say what becomes of
 *   them; 403 when the actor may not archive one that goes along
 */
export function archiveCard(
  actor: Actor,
  id: string,
  request: ArchiveRequest,
): { children: string[]; related: string[] } {
  return largeTransaction(() => {
    const card = cardRow(id);
    if (card.status === "ARCHIVED") throw refused("Card is already archived");
    const affected = affectedBy(card, request);
    const others = [...affected.descendants, ...affected.related];
    requireOnCards(actor, ARCHIVE, [...new Set([...others.map((other) => other.id), ...request.related_card_ids])]);
    placeChildren(
      actor,
      { ...affected, related: affected.related.filter((other) => other.status !== "ARCHIVED") },
      request,
    );
    const flipped = new Set(flipToArchived(actor, [card, ...others]).map((one) => one.id));
    const ids = (rows: CardRow[]) => rows.filter((row) => flipped.has(row.id)).map((row) => row.id);
    const result = { children: ids(affected.descendants), related: ids(affected.related) };
    if (flipped.size > 1)
      publish(actor, {
        type: "card.archived.batch",
        cardId: id,
        data: {
          id,
          type: card.type,
          name: card.name,
          child_strategy: request.child_strategy ?? null,
          affected_children_ids: result.children,
          affected_related_card_ids: result.related,
        },
      });
    return result;
  });
}

/**
 * Cards whose place and level are those of where they come from: names of siblings and depth are not checked, and levels are
 * not derived.
 */
import { statement } from "../../../../db";
import { LATER } from "../../../../db/instants";
import type { Actor } from "../../../core/access/actor";
import { progress } from "../../../core/threads/progress";
import { now } from "../../../platform/clock";
import type { JsonObject } from "../../../platform/json";
import { createCardRow } from "../create";
import { recalculate, recalculateParents } from "../derived-fields";
import { publishCards, publishUpdated } from "../events";
import { isAtOrBelow } from "../hierarchy";
import { breakApprovals } from "../lifecycle/approval";
import { type CardRow, findCards } from "../repository";

/** A card that is to be created at its place. */
export type PlacedCard = {
  type: string;
  subtype: string | null;
  name: string;
  description: string | null;
  attributes: JsonObject;
};

/**
 * Creates cards in their order, scores them and publishes `card.created`; part of the running transaction.
 * @param parentIdOf the card below which one comes, asked when those before it are created
 * @param created called with the id of each
 * @throws Problem 422 for an unknown type or unfit attributes
 */
export function createPlaced<Card extends PlacedCard>(
  actor: Actor,
  cards: readonly Card[],
  parentIdOf: (card: Card) => string | null,
  created: (card: Card, id: string) => void,
): void {
  const parentIds = new Set<string | null>();
  const published = cards.map((card, done) => {
    progress(done, cards.length);
    const { type, subtype, name, description, attributes } = card;
    const parent_id = parentIdOf(card);
    const content = { type, subtype, name, description, attributes, parent_id };
    const id = createCardRow(actor, content, { placed: true });
    parentIds.add(parent_id);
    created(card, id);
    return { id, type, name };
  });
  recalculate(published);
  recalculateParents([...parentIds]);
  publishCards(actor, "card.created", published);
}

/** Moves one card; returns whether it was moved. */
function moveOne(actor: Actor, { id, seq, parent_id }: CardRow, parentId: string): boolean {
  if (parent_id === parentId || isAtOrBelow(parentId, id)) return false;
  statement(`UPDATE cards SET parent_id = ?, updated_by = ?, updated_at = ${LATER} WHERE seq = ?`).run(
    parentId,
    actor.userId,
    now(),
    seq,
  );
  return true;
}

/**
 * Gives cards other parents, unless that would close a circle. Approvals break, and `card.updated` is published; part of the
 * running transaction.
 * @param parents card → its new parent
 * @returns the cards that were moved
 */
export function moveBelow(actor: Actor, parents: ReadonlyMap<string, string>): string[] {
  const parentOf = ({ id }: CardRow) => parents.get(id) as string;
  const moved = findCards([...parents.keys()]).filter((card) => moveOne(actor, card, parentOf(card)));
  breakApprovals(moved);
  recalculateParents(moved.flatMap((card) => [card.parent_id, parentOf(card)]));
  publishUpdated(
    actor,
    moved.map((card) => ({ card, changes: { parent_id: { old: card.parent_id, new: parentOf(card) } } })),
  );
  return moved.map(({ id }) => id);
}

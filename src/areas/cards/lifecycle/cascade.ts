/** The cards that are affected when a card is archived or deleted: its children and the cards related to it. */
import { allValues, cardNumber, inList, listOf, notInList, statement } from "../../../../db";
import { LATER } from "../../../../db/instants";
import type { Author } from "../../../core/journal/journal";
import { conflict, type Problem, refused } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { hiddenCardTypes } from "../../metamodel";
import { recalculateParents } from "../derived-fields";
import { publishUpdated } from "../events";
import { descendantsOf, relevelMoved } from "../hierarchy";
import type { ArchiveRequest } from "../model";
import { type CardRow, findCards } from "../repository";
import { breakApprovals } from "./approval";

/** Descendants that one request may archive or delete. */
const LARGEST_SUBTREE = 10_000;

export type AffectedCards = {
  primary: CardRow;
  /** The subtree, deepest first, when the child strategy is `cascade`. */
  descendants: CardRow[];
  /** The related cards that the request includes. */
  related: CardRow[];
};

/** Returns the cards one relation away from a card, in both directions, without those of hidden types. */
function relatedTo(cardId: string): string[] {
  return allValues<string>(
    `SELECT DISTINCT c.id FROM (
       SELECT target_seq AS seq FROM relations WHERE source_seq = ${cardNumber()}
       UNION SELECT source_seq FROM relations WHERE target_seq = ${cardNumber()}) peers
     JOIN cards c ON c.seq = peers.seq WHERE ${notInList("c.type")} ORDER BY c.seq`,
    cardId,
    cardId,
    listOf(hiddenCardTypes()),
  );
}

/** Maps card id → number of children in any status; cards without children are left out. */
export const childCounts = (cardIds: readonly string[]): Map<string, number> =>
  new Map(
    statement<[string, number], [string]>(
      `SELECT parent_id, count(*) FROM cards WHERE ${inList("parent_id")} GROUP BY parent_id`,
    ).values(listOf(cardIds)) as unknown as [string, number][],
  );

/** Returns the refusal of a request that has no strategy for the children of a card. */
export const childrenPresent = (child_count: number, card_id?: string): Problem =>
  conflict({ error: "children_present", ...(card_id && { card_id }), child_count });

/**
 * Returns the cards that a request to archive or delete a card affects.
 * @throws Problem 409 when it has children and the request has no strategy for them, 400 when the subtree is too large
 */
export function affectedBy(card: CardRow, request: ArchiveRequest): AffectedCards {
  const count = request.child_strategy ? undefined : childCounts([card.id]).get(card.id);
  if (count !== undefined) throw childrenPresent(count);
  return affectedByAll([card], request, "this one")[0] as AffectedCards;
}

/**
 * Returns the cards that a request affects for each of many cards. The descendants of all of them are listed with the
 * first.
 * @param below what the cards are called in the refusal
 * @throws Problem 400 when the subtrees are too large
 */
export function affectedByAll(
  cards: readonly CardRow[],
  request: Omit<ArchiveRequest, "related_card_ids"> & Partial<ArchiveRequest>,
  below = "these",
): AffectedCards[] {
  const ids = cards.map((card) => card.id);
  const descendants = request.child_strategy === "cascade" ? descendantsOf(...ids).map(({ id }) => id) : [];
  if (descendants.length > LARGEST_SUBTREE) throw refused(`More than ${LARGEST_SUBTREE} cards lie below ${below}`);
  const taken = new Set([...ids, ...descendants]);
  const related = ids.map((id) =>
    [...(request.related_card_ids ?? []), ...(request.cascade_all_related ? relatedTo(id) : [])].filter(
      (other) => !taken.has(other),
    ),
  );
  const rows = new Map(findCards([...descendants, ...related.flat()]).map((row) => [row.id, row]));
  const rowsOf = (wanted: readonly string[] = []) => [...new Set(wanted)].flatMap((id) => rows.get(id) ?? []);
  return cards.map((primary, at) => ({
    primary,
    descendants: at === 0 ? rowsOf(descendants) : [],
    related: rowsOf(related[at]),
  }));
}

/**
 * Gives the children of some cards another parent. An approval of theirs breaks; levels and the parents' calculated fields
 * are refreshed; each move is published.
 * @param parentId the new parent; null makes them roots
 * @param exceptIds children that stay below their parent
 */
export function moveChildren(
  author: Author,
  parentIds: readonly string[],
  parentId: string | null,
  exceptIds: readonly string[] = [],
): void {
  if (parentIds.length === 0) return;
  const moved = statement<Pick<CardRow, "id" | "type" | "parent_id" | "approval_status">>(
    `SELECT id, type, parent_id, approval_status FROM cards
     WHERE ${inList("parent_id")} AND ${notInList("id")} ORDER BY seq`,
  ).all(listOf(parentIds), listOf(exceptIds));
  if (moved.length === 0) return;
  statement(
    `UPDATE cards SET parent_id = ?, updated_by = coalesce(?, updated_by), updated_at = ${LATER}
     WHERE ${inList("id")}`,
  ).run(parentId, author.userId, now(), listOf(idsOf(moved)));
  breakApprovals(moved);
  relevelMoved(moved);
  recalculateParents([...parentIds, parentId]);
  publishUpdated(
    author,
    moved.map((card) => ({ card, changes: { parent_id: { old: card.parent_id, new: parentId } } })),
  );
}

/** Applies the child strategy of a request to the children of the cards that it names; children of related cards become roots. */
export function applyChildStrategy(
  author: Author,
  all: readonly AffectedCards[],
  { child_strategy }: Pick<ArchiveRequest, "child_strategy">,
): void {
  const primaries = all.map(({ primary }) => primary);
  if (child_strategy === "disconnect") moveChildren(author, idsOf(primaries), null);
  if (child_strategy === "reparent") {
    const parents = childCounts(idsOf(primaries));
    for (const { id, parent_id } of primaries) if (parents.has(id)) moveChildren(author, [id], parent_id);
  }
  const related = all.flatMap((one) => one.related);
  const affected = all.flatMap(({ primary, descendants }) => [primary, ...descendants]);
  moveChildren(author, idsOf(related), null, idsOf([...affected, ...related]));
}

/** Returns the ids of cards. */
export const idsOf = (cards: readonly { id: string }[]): string[] => cards.map((card) => card.id);

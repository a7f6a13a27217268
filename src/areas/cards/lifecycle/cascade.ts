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
import { approvalAfter } from "./approval";

/** Descendants that one request may archive or delete. */
const LARGEST_SUBTREE = 10_000;
/**
 * Cards that one request may archive, delete or move in addition to those that it names. All of it is one transaction, for which
 * others wait; with the 10,000 cards that it may name, these are as many events as a rollback undoes.
 */
const LARGEST_CASCADE = 10_000;

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

/** Returns the number of children of some cards. */
const childrenLeft = (cardIds: readonly string[]): number =>
  childCounts(cardIds)
    .values()
    .reduce((sum, count) => sum + count, 0);

/** Returns the refusal of a request that has no strategy for the children of a card. */
export const childrenPresent = (child_count: number, card_id?: string): Problem =>
  conflict({ error: "children_present", ...(card_id && { card_id }), child_count });

/**
 * Returns the cards that a request to archive or delete a card affects.
 * @throws Problem 409 when it has children and the request has no strategy for them, 400 when too many others are affected
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
 * @throws Problem 400 when too many others are affected
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
  const others = new Set([...descendants, ...related.flat()]);
  const left = childrenLeft(request.child_strategy === "cascade" ? related.flat() : [...ids, ...related.flat()]);
  if (others.size + left > LARGEST_CASCADE)
    throw refused(
      `Together with ${below}, more than ${LARGEST_CASCADE} other cards would be changed: name fewer, or move their children before`,
    );
  const rows = new Map(findCards([...descendants, ...related.flat()]).map((row) => [row.id, row]));
  const rowsOf = (wanted: readonly string[] = []) => [...new Set(wanted)].flatMap((id) => rows.get(id) ?? []);
  return cards.map((primary, at) => ({
    primary,
    descendants: at === 0 ? rowsOf(descendants) : [],
    related: rowsOf(related[at]),
  }));
}

type Child = Pick<CardRow, "seq" | "id" | "type" | "parent_id" | "approval_status">;

/** A child as it is before it gets another parent; null makes it a root. */
type Move = { card: Child; parentId: string | null };

const childrenOf = (parentIds: readonly string[], exceptIds: readonly string[] = []): Child[] =>
  statement<Child>(
    `SELECT seq, id, type, parent_id, approval_status FROM cards
     WHERE ${inList("parent_id")} AND ${notInList("id")} ORDER BY seq`,
  ).all(listOf(parentIds), listOf(exceptIds));

/**
 * Writes the parents of cards, and breaks their approvals, by one statement in the order of the table.
 * @param parents number of a card → the id of its new parent
 */
function writeParents({ userId }: Author, parents: ReadonlyMap<number, string | null>): void {
  statement(
    `UPDATE cards SET parent_id = moves.value ->> 1, updated_by = coalesce(?, updated_by), updated_at = ${LATER},
       approval_status = iif(approval_status = 'APPROVED', 'BROKEN', approval_status)
     FROM json_each(?) AS moves WHERE cards.seq = moves.value ->> 0`,
  ).run(userId, now(), JSON.stringify([...parents].toSorted(([one], [other]) => one - other)));
}

/**
 * Gives children other parents. An approval of theirs breaks; levels and the parents' calculated fields are refreshed; each
 * move is published. A child that moves twice gets the last parent.
 */
function move(author: Author, moves: readonly Move[]): void {
  if (moves.length === 0) return;
  const cards = moves.map(({ card }) => card);
  writeParents(author, new Map(moves.map(({ card, parentId }) => [card.seq, parentId])));
  relevelMoved([...new Map(cards.map((card) => [card.id, card])).values()]);
  recalculateParents([...new Set(moves.flatMap(({ card, parentId }) => [card.parent_id, parentId]))]);
  publishUpdated(
    author,
    moves.map(({ card, parentId }) => ({ card, changes: { parent_id: { old: card.parent_id, new: parentId } } })),
  );
}

/**
 * Gives the children of some cards another parent, as `move`.
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
  move(
    author,
    childrenOf(parentIds, exceptIds).map((card) => ({ card, parentId })),
  );
}

/** Returns the moves of the children of cards to the parents of these, one card after the other. */
function movesUp(cards: readonly CardRow[]): Move[] {
  const children = Map.groupBy(childrenOf(idsOf(cards)), (child) => child.parent_id);
  return cards.flatMap(({ id, parent_id }) => {
    const moving = (children.get(id) ?? []).toSorted((one, other) => one.seq - other.seq);
    // When the card above comes later, it moves them again.
    children
      .get(parent_id)
      ?.push(...moving.map((card) => ({ ...card, parent_id, approval_status: approvalAfter(card, ["parent_id"]) })));
    return moving.map((card) => ({ card, parentId: parent_id }));
  });
}

/** Applies the child strategy of a request to the children of the cards that it names; children of related cards become roots. */
export function applyChildStrategy(
  author: Author,
  all: readonly AffectedCards[],
  { child_strategy }: Pick<ArchiveRequest, "child_strategy">,
): void {
  const primaries = all.map(({ primary }) => primary);
  if (child_strategy === "disconnect") moveChildren(author, idsOf(primaries), null);
  if (child_strategy === "reparent") move(author, movesUp(primaries));
  const related = all.flatMap((one) => one.related);
  const affected = all.flatMap(({ primary, descendants }) => [primary, ...descendants]);
  moveChildren(author, idsOf(related), null, idsOf([...affected, ...related]));
}

/** Returns the ids of cards. */
export const idsOf = (cards: readonly { id: string }[]): string[] => cards.map((card) => card.id);

/** Returns the numbers of cards. Many rows are written by them in the order of the table, so that each page is written once. */
export const numbersOf = (cards: readonly { seq: number }[]): number[] => cards.map(({ seq }) => seq);

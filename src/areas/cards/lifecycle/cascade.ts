/** What else is affected when a card is archived or deleted: its children, and cards that are related to it. */
import { inList, listOf, notInList, statement } from "../../../../db";
import { LATER } from "../../../../db/instants";
import { type Author, publishAll } from "../../../core/journal/journal";
import { conflict, refused } from "../../../http/errors";
import { now } from "../../../platform/clock";
import { hiddenCardTypes } from "../../metamodel";
import { recomputeParents } from "../effects";
import { descendantsOf, relevelMoved } from "../hierarchy";
import type { ArchiveRequest } from "../model";
import { type CardRow, cardRows } from "../rows";

/** A subtree larger than this is not taken along in one request. */
const LARGEST_SUBTREE = 10_000;

export type Affected = {
  /** The card itself. */
  primary: CardRow;
  /** The subtree that goes along, deepest first; empty unless the strategy is `cascade`. */
  descendants: CardRow[];
  /** The related cards that go along. */
  related: CardRow[];
};

/** The cards one relation away from a card, in both directions, without those of hidden types. */
function relatedTo(cardId: string): string[] {
  return statement<{ id: string }, [string, string, string]>(
    `SELECT DISTINCT c.id FROM (
       SELECT target_id AS id FROM relations WHERE source_id = ? UNION SELECT source_id FROM relations WHERE target_id = ?) peers
     JOIN cards c ON c.id = peers.id WHERE ${notInList("c.type")} ORDER BY c.seq`,
  )
    .all(cardId, cardId, listOf(hiddenCardTypes()))
    .map((row) => row.id);
}

/** Card id → how many children it has, in whatever status; those of the cards that have some. */
export const childCounts = (cardIds: readonly string[]): Map<string, number> =>
  new Map(
    statement<[string, number], [string]>(
      `SELECT parent_id, count(*) FROM cards WHERE ${inList("parent_id")} GROUP BY parent_id`,
    ).values(listOf(cardIds)) as unknown as [string, number][],
  );

/** The first of the cards that has children, in whatever status, and how many. */
export function firstWithChildren(cardIds: readonly string[]): { id: string; count: number } | undefined {
  const counts = childCounts(cardIds);
  const id = cardIds.find((cardId) => counts.has(cardId));
  return id === undefined ? undefined : { id, count: counts.get(id) as number };
}

/**
 * Works out what a request to archive or delete a card affects.
 * @throws Problem 409 when the card has children and the request doesn't say what becomes of them, 400 when there are too many
 */
export function affectedBy(card: CardRow, request: ArchiveRequest): Affected {
  const parent = request.child_strategy ? undefined : firstWithChildren([card.id]);
  if (parent) throw conflict({ error: "children_present", child_count: parent.count });
  return affect(card, request);
}

function affect(card: CardRow, request: ArchiveRequest): Affected {
  const descendants = request.child_strategy === "cascade" ? descendantsOf(card.id) : [];
  if (descendants.length > LARGEST_SUBTREE) throw refused(`More than ${LARGEST_SUBTREE} cards lie below this one`);
  const taken = new Set([card.id, ...descendants.map((row) => row.id)]);
  const related = [
    ...new Set([...request.related_card_ids, ...(request.cascade_all_related ? relatedTo(card.id) : [])]),
  ];
  return {
    primary: card,
    descendants: inOrder(descendants.map((row) => row.id)),
    related: inOrder(related.filter((id) => !taken.has(id))),
  };
}

/**
 * What a request affects for each of many cards, found with one walk down from all of them. All that lies below is told
 * with the first of them.
 * @throws Problem 400 when there is too much of it
 */
export function affectedByAll(
  cards: readonly CardRow[],
  request: Omit<ArchiveRequest, "related_card_ids">,
): Affected[] {
  const primaries = new Set(cards.map((card) => card.id));
  const below = request.child_strategy === "cascade" ? descendantsOf(...primaries).map(({ id }) => id) : [];
  if (below.length > LARGEST_SUBTREE) throw refused(`More than ${LARGEST_SUBTREE} cards lie below these`);
  const taken = new Set([...primaries, ...below]);
  const related = cards.map((card) =>
    request.cascade_all_related ? relatedTo(card.id).filter((id) => !taken.has(id)) : [],
  );
  const rows = new Map(cardRows([...new Set([...below, ...related.flat()])]).map((row) => [row.id, row]));
  const rowsOf = (ids: readonly string[]) => ids.map((id) => rows.get(id)).filter((row) => row !== undefined);
  return cards.map((primary, at) => ({
    primary,
    descendants: at === 0 ? rowsOf(below) : [],
    related: rowsOf(related[at] ?? []),
  }));
}

/** The rows of those of the cards that exist, in the order given. */
function inOrder(ids: readonly string[]): CardRow[] {
  if (ids.length === 0) return [];
  const rows = new Map(cardRows(ids).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id)).filter((row) => row !== undefined);
}

/**
 * Gives the children of some cards another parent, and tells of each. An approved child's approval breaks; capabilities
 * get their new level; old and new parents are recomputed where their formulas read children.
 * @param parentId the new parent; null makes them roots
 * @param exceptIds children that go along with their parent and stay below it
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
    `UPDATE cards SET parent_id = ?, updated_by = coalesce(?, updated_by), updated_at = ${LATER},
       approval_status = CASE approval_status WHEN 'APPROVED' THEN 'BROKEN' ELSE approval_status END
     WHERE ${inList("id")}`,
  ).run(parentId, author.userId, now(), listOf(moved.map((child) => child.id)));
  relevelMoved(moved);
  recomputeParents([...parentIds, parentId]);
  publishAll(
    author,
    moved.map(({ id, parent_id, approval_status }) => ({
      type: "card.updated",
      cardId: id,
      data: { id, changes: { parent_id: { old: parent_id, new: parentId } } },
      undo: approval_status === "APPROVED" ? { approval_status } : undefined,
    })),
  );
}

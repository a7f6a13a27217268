/** What else is affected when a card is archived or deleted: its children, and cards that are related to it. */
import { statement } from "../../../db/client";
import { conflict, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import type { Actor } from "../access/actor";
import { hiddenCardTypes } from "../metamodel/types";
import { descendantsOf, relevel } from "./hierarchy";
import type { ArchiveRequest } from "./model";
import { type CardRow, cardRows } from "./rows";

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
     JOIN cards c ON c.id = peers.id WHERE c.type NOT IN (SELECT value FROM json_each(?)) ORDER BY c.seq`,
  )
    .all(cardId, cardId, JSON.stringify(hiddenCardTypes()))
    .map((row) => row.id);
}

const childCount = (cardId: string) =>
  statement<{ count: number }, [string]>("SELECT count(*) AS count FROM cards WHERE parent_id = ?").get(cardId)
    ?.count ?? 0;

/**
 * Works out what a request to archive or delete a card affects.
 * @throws Problem 409 when the card has children and the request doesn't say what becomes of them, 400 when there are too many
 */
export function affectedBy(card: CardRow, request: ArchiveRequest): Affected {
  const children = childCount(card.id);
  if (children > 0 && !request.child_strategy) throw conflict({ error: "children_present", child_count: children });
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

/** The rows of those of the cards that exist, in the order given. */
function inOrder(ids: readonly string[]): CardRow[] {
  if (ids.length === 0) return [];
  const rows = new Map(cardRows(ids).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id)).filter((row) => row !== undefined);
}

/**
 * Gives the children of some cards another parent. An approved child's approval breaks; capabilities get their new level.
 * @param parentId the new parent; null makes them roots
 * @param exceptIds children that go along with their parent and stay below it
 */
export function moveChildren(
  actor: Actor,
  parentIds: readonly string[],
  parentId: string | null,
  exceptIds: readonly string[] = [],
): void {
  if (parentIds.length === 0) return;
  const moved = statement<{ id: string; type: string }>(
    `UPDATE cards SET parent_id = ?, updated_by = ?, updated_at = ?,
       approval_status = CASE approval_status WHEN 'APPROVED' THEN 'BROKEN' ELSE approval_status END
     WHERE parent_id IN (SELECT value FROM json_each(?)) AND id NOT IN (SELECT value FROM json_each(?)) RETURNING id, type`,
  ).all(parentId, actor.userId, now(), JSON.stringify(parentIds), JSON.stringify(exceptIds));
  for (const child of moved) relevel(child);
}

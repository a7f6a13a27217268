/** Archiving, restoring and deleting many cards in one request. */
import { largeTransaction } from "../../../../db";
import { type Actor, requireOnCards } from "../../../core/access/actor";
import type { CardPermissionKey } from "../../../core/access/permissions";
import { publish } from "../../../core/journal/journal";
import { conflict } from "../../../http/errors";
import { flipToArchived, placeChildren } from "../lifecycle/archive";
import { type Affected, affectedByAll, firstWithChildren } from "../lifecycle/cascade";
import { publishDeleted, removeCards } from "../lifecycle/delete";
import { flipToActive } from "../lifecycle/restore";
import { type CardRow, cardRows } from "../rows";
import type { BulkArchive, BulkArchiveResult, BulkDeleteResult, BulkRestoreResult } from "./model";

const ARCHIVE = "card.archive";
const DELETE = "card.delete";

const idsOf = (cards: readonly CardRow[]) => cards.map((card) => card.id);

/** The ids without repetition, and the cards there are of them. */
function lookUp(ids: readonly string[]) {
  const distinct = [...new Set(ids)];
  return { distinct, found: new Map(cardRows(distinct).map((card) => [card.id, card])) };
}

/** What the request takes along with the cards, once it is clear what becomes of their children and that the actor may. */
function prepare(actor: Actor, cards: readonly CardRow[], request: BulkArchive, right: CardPermissionKey): Affected[] {
  const parent = request.child_strategy ? undefined : firstWithChildren(idsOf(cards));
  if (parent) throw conflict({ error: "children_present", card_id: parent.id, child_count: parent.count });
  const affected = affectedByAll(cards, request);
  const all = affected.flatMap(({ primary, descendants, related }) => [primary, ...descendants, ...related]);
  requireOnCards(actor, right, [...new Set(idsOf(all))]);
  return affected;
}

/** The cards that go along, without the primaries, each once. */
function passengers(affected: readonly Affected[]): CardRow[] {
  const primaries = new Set(affected.map(({ primary }) => primary.id));
  const others = affected.flatMap(({ descendants, related }) => [...descendants, ...related]);
  return [...new Map(others.filter((card) => !primaries.has(card.id)).map((card) => [card.id, card])).values()];
}

const publishSummary = (
  actor: Actor,
  type: "card.archived.bulk" | "card.deleted.bulk",
  primaries: number,
  cascaded: number,
  request: BulkArchive,
) => {
  if (cascaded === 0) return;
  publish(actor, {
    type,
    data: { primary_count: primaries, cascaded_count: cascaded, child_strategy: request.child_strategy ?? null },
  });
};

/**
 * Archives cards with what the request takes along.
 * @throws Problem 409 when one has children and the request doesn't say what becomes of them; 403 naming cards that the
 *   actor may not archive
 */
export function archiveCards(actor: Actor, request: BulkArchive): BulkArchiveResult {
  return largeTransaction(() => {
    const { distinct, found } = lookUp(request.card_ids);
    const cards = distinct
      .map((id) => found.get(id))
      .filter((card) => card !== undefined && card.status !== "ARCHIVED") as CardRow[];
    const skipped = distinct
      .filter((id) => found.get(id)?.status === "ARCHIVED" || !found.has(id))
      .map((card_id) => ({ card_id, reason: found.has(card_id) ? "already_archived" : "not_found" }));
    if (cards.length === 0)
      return { requested: distinct.length, archived_card_ids: [], cascaded_card_ids: [], skipped };
    const affected = prepare(actor, cards, request, ARCHIVE);
    const others = passengers(affected);
    for (const one of affected)
      placeChildren(actor, { ...one, related: one.related.filter((card) => card.status !== "ARCHIVED") }, request);
    const flipped = new Set(idsOf(flipToArchived(actor, [...cards, ...others])));
    const archived = idsOf(cards).filter((id) => flipped.has(id));
    const cascaded = idsOf(others).filter((id) => flipped.has(id));
    publishSummary(actor, "card.archived.bulk", archived.length, cascaded.length, request);
    return { requested: distinct.length, archived_card_ids: archived, cascaded_card_ids: cascaded, skipped };
  });
}

/**
 * Deletes cards, in whatever status, with what the request takes along.
 * @throws Problem as `archiveCards`
 */
export function deleteCards(actor: Actor, request: BulkArchive): BulkDeleteResult {
  return largeTransaction(() => {
    const { distinct, found } = lookUp(request.card_ids);
    const cards = distinct.map((id) => found.get(id)).filter((card) => card !== undefined);
    const skipped = distinct.filter((id) => !found.has(id)).map((card_id) => ({ card_id, reason: "not_found" }));
    if (cards.length === 0) return { requested: distinct.length, deleted_card_ids: [], cascaded_card_ids: [], skipped };
    const affected = prepare(actor, cards, request, DELETE);
    const others = passengers(affected);
    for (const one of affected) placeChildren(actor, one, request);
    publishDeleted(actor, [...others, ...cards]);
    publishSummary(actor, "card.deleted.bulk", cards.length, others.length, request);
    removeCards([...idsOf(others), ...idsOf(cards)]);
    return { requested: distinct.length, deleted_card_ids: idsOf(cards), cascaded_card_ids: idsOf(others), skipped };
  });
}

/**
 * Makes cards active again that are not; nothing goes along.
 * @throws Problem 403 naming cards that the actor may not restore
 */
export function restoreCards(actor: Actor, ids: readonly string[]): BulkRestoreResult {
  return largeTransaction(() => {
    const { distinct, found } = lookUp(ids);
    const cards = distinct
      .map((id) => found.get(id))
      .filter((card) => card !== undefined && card.status !== "ACTIVE") as CardRow[];
    const skipped = distinct
      .filter((id) => !found.has(id) || found.get(id)?.status === "ACTIVE")
      .map((card_id) => ({ card_id, reason: found.has(card_id) ? "already_active" : "not_found" }));
    requireOnCards(actor, ARCHIVE, idsOf(cards));
    flipToActive(actor, cards);
    return { requested: distinct.length, restored_card_ids: idsOf(cards), skipped };
  });
}

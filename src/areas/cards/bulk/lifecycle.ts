/** Archiving, restoring and deleting many cards in one request. */
import { largeTransaction } from "../../../../db";
import { type Actor, requireOnCards } from "../../../core/access/actor";
import type { CardPermissionKey } from "../../../core/access/permissions";
import { publish } from "../../../core/journal/journal";
import { progress } from "../../../core/threads/progress";
import { publishCards } from "../events";
import { archiveRows, isUnarchived, restoreRows } from "../lifecycle/archive";
import {
  type AffectedCards,
  affectedByAll,
  applyChildStrategy,
  childCounts,
  childrenPresent,
  idsOf,
  moveChildren,
} from "../lifecycle/cascade";
import { deleteRows } from "../lifecycle/delete";
import { type CardRow, findCards } from "../repository";
import type { BulkArchive, BulkArchiveResult, BulkDelete, BulkDeleteResult, BulkRestoreResult } from "./model";

/**
 * Divides the requested cards into those to process and those to skip.
 * @param done the status in which a card is skipped, and the reason
 */
function divide(ids: readonly string[], done?: { status: string; reason: string }) {
  const distinct = [...new Set(ids)];
  const found = findCards(distinct);
  const cards = found.filter((card) => card.status !== done?.status);
  const foundIds = new Set(idsOf(found));
  const processed = new Set(idsOf(cards));
  const skipped = distinct
    .filter((id) => !processed.has(id))
    .map((card_id) => ({ card_id, reason: done && foundIds.has(card_id) ? done.reason : "not_found" }));
  return { requested: distinct.length, cards, skipped };
}

/**
 * Returns the cards that the request affects, once their children are covered by a strategy and the actor is permitted.
 * @returns for each card, and `others` than the requested cards, each once
 */
function affectedWith(actor: Actor, cards: readonly CardRow[], request: BulkArchive, right: CardPermissionKey) {
  const counts = request.child_strategy ? new Map<string, number>() : childCounts(idsOf(cards));
  const parent = cards.find(({ id }) => counts.has(id));
  if (parent) throw childrenPresent(counts.get(parent.id) as number, parent.id);
  const affected = affectedByAll(cards, request);
  const all = affected.flatMap(({ primary, descendants, related }) => [primary, ...descendants, ...related]);
  const unique = [...new Map(all.map((card) => [card.id, card])).values()];
  requireOnCards(actor, right, idsOf(unique));
  const primaries = new Set(idsOf(cards));
  return { affected, others: unique.filter(({ id }) => !primaries.has(id)) };
}

/** Publishes how many other cards were archived or deleted together with the requested ones, if any. */
function publishSummary(
  actor: Actor,
  type: "card.archived.bulk" | "card.deleted.bulk",
  { child_strategy = null }: BulkArchive,
  primary_count: number,
  cascaded_count: number,
): void {
  if (cascaded_count > 0) publish(actor, { type, data: { primary_count, cascaded_count, child_strategy } });
}

/**
 * Archives cards with those that the request includes.
 * @throws Problem 409 when a card has children and the request has no strategy for them; 403 naming cards that the actor
 *   may not archive
 */
export function archiveCards(actor: Actor, request: BulkArchive): BulkArchiveResult {
  return largeTransaction(() => {
    const done = { status: "ARCHIVED", reason: "already_archived" };
    const { requested, cards, skipped } = divide(request.card_ids, done);
    const { affected, others } = affectedWith(actor, cards, request, "card.archive");
    const withoutArchived = ({ related, ...rest }: AffectedCards) => ({
      ...rest,
      related: related.filter(isUnarchived),
    });
    applyChildStrategy(actor, affected.map(withoutArchived), request);
    const archived = archiveRows(actor, [...cards, ...others]);
    const cascaded_card_ids = idsOf(others).filter((id) => archived.has(id));
    publishSummary(actor, "card.archived.bulk", request, cards.length, cascaded_card_ids.length);
    return { requested, archived_card_ids: idsOf(cards), cascaded_card_ids, skipped };
  });
}

/** Cards that are deleted in one transaction, in half a second. */
const CARDS_AT_ONCE = 1_000;

/** A deletion of which some cards may be deleted already. */
type Deletion = Omit<BulkDeleteResult, "deleted_card_ids" | "cascaded_card_ids"> & {
  affected: readonly AffectedCards[];
  cards: readonly CardRow[];
  others: readonly CardRow[];
  /** The ids of the cards that are still to be deleted. */
  left: readonly string[];
};

/** Finds what a request deletes. @throws Problem as `archiveCards` */
function planDeletion(actor: Actor, request: BulkDelete): Deletion {
  const restored = request.archived_only ? { status: "ACTIVE", reason: "not_archived" } : undefined;
  const { requested, cards, skipped } = divide(request.card_ids, restored);
  // The right is needed for those, too, that somebody has brought back.
  requireOnCards(
    actor,
    "card.delete",
    skipped.filter(({ reason }) => reason === "not_archived").map(({ card_id }) => card_id),
  );
  const { affected, others } = affectedWith(actor, cards, request, "card.delete");
  return { requested, affected, cards, others, skipped, left: idsOf([...others, ...cards]) };
}

/** Deletes cards that somebody may have deleted, brought back or given children since the deletion began. */
function deletePart(actor: Actor, ids: readonly string[], left: readonly string[], isArchivedOnly: boolean): void {
  const cards = findCards(ids).filter((card) => !isArchivedOnly || !isUnarchived(card));
  moveChildren(actor, isArchivedOnly ? idsOf(cards) : ids, null, left);
  publishCards(actor, "card.deleted", cards);
  deleteRows(idsOf(cards));
}

/**
 * Deletes the first of very many cards, once their children have other parents. It yields after each part, which may be the end
 * of a transaction, and leaves the last to `deleteCards`.
 * @returns what is left; undefined when nothing was begun, because the cards are few
 * @throws Problem as `archiveCards`, before anything is changed
 */
export function* deleteCardsInSlices(actor: Actor, request: BulkDelete): Generator<void, Deletion | undefined> {
  const deletion = planDeletion(actor, request);
  const all = deletion.left;
  if (all.length <= CARDS_AT_ONCE) return undefined;
  applyChildStrategy(actor, deletion.affected, request);
  let left = all;
  while (left.length > CARDS_AT_ONCE) {
    yield;
    progress(all.length - left.length, all.length);
    deletePart(actor, left.slice(0, CARDS_AT_ONCE), left, request.archived_only);
    left = left.slice(CARDS_AT_ONCE);
  }
  return { ...deletion, left };
}

/**
 * Deletes cards in any status with those that the request includes.
 * @param begun what `deleteCardsInSlices` has left
 * @throws Problem as `archiveCards`
 */
export function deleteCards(actor: Actor, request: BulkDelete, begun?: Deletion): BulkDeleteResult {
  return largeTransaction(() => {
    const deletion = begun ?? planDeletion(actor, request);
    const { requested, affected, cards, others, skipped, left } = deletion;
    if (!begun) applyChildStrategy(actor, affected, request);
    deletePart(actor, left, left, request.archived_only);
    publishSummary(actor, "card.deleted.bulk", request, cards.length, others.length);
    // Between two parts somebody may have brought a card back.
    const back = new Set(request.archived_only ? idsOf(findCards(idsOf(cards))) : []);
    const restored = [...back].map((card_id) => ({ card_id, reason: "not_archived" }));
    const deleted_card_ids = idsOf(cards).filter((id) => !back.has(id));
    return { requested, deleted_card_ids, cascaded_card_ids: idsOf(others), skipped: [...skipped, ...restored] };
  });
}

/**
 * Makes cards ACTIVE that are not; no other cards are included.
 * @throws Problem 403 naming cards that the actor may not restore
 */
export function restoreCards(actor: Actor, ids: readonly string[]): BulkRestoreResult {
  return largeTransaction(() => {
    const { requested, cards, skipped } = divide(ids, { status: "ACTIVE", reason: "already_active" });
    requireOnCards(actor, "card.archive", idsOf(cards));
    restoreRows(actor, cards);
    return { requested, restored_card_ids: idsOf(cards), skipped };
  });
}

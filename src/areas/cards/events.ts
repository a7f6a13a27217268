/** Publishing of the events of cards. */

import type { Changes } from "../../core/journal/differences";
import { type Author, publish, publishAll } from "../../core/journal/journal";
import { approvalUndo } from "./lifecycle/approval";
import type { ArchiveRequest } from "./model";
import type { CardRow } from "./repository";

/** Type of event → the status that a card usually has before it; another one is stored for a rollback. */
const usualStatus = {
  "card.created": undefined,
  "card.archived": "ACTIVE",
  "card.restored": "ARCHIVED",
  "card.deleted": undefined,
} as const;

type PublishedCard = Pick<CardRow, "id" | "type" | "name"> & Partial<Pick<CardRow, "status">>;

/**
 * Publishes that cards were created, archived, restored or deleted.
 * @param cards as they were before; deleted cards must still exist
 */
export function publishCards(author: Author, event: keyof typeof usualStatus, cards: readonly PublishedCard[]): void {
  const usual = usualStatus[event];
  publishAll(
    author,
    cards.map(({ id, type, name, status }) => ({
      type: event,
      cardId: id,
      data: { id, type, name },
      undo: usual === undefined || status === usual ? undefined : { status },
    })),
  );
}

/** A card as it was before an update, and what the update changes. */
export type CardUpdate<Card = CardRow> = {
  card: Card;
  changes: Changes;
  /** The payload in addition to the changes, or in place of them. */
  payload?: { changes: Changes } & Record<string, unknown>;
};

/** Publishes that cards were updated. */
export function publishUpdated(
  author: Author,
  updated: readonly CardUpdate<Pick<CardRow, "id" | "approval_status">>[],
): void {
  publishAll(
    author,
    updated.map(({ card, changes, payload }) => ({
      type: "card.updated",
      cardId: card.id,
      data: { id: card.id, changes, ...payload },
      undo: approvalUndo(card, Object.keys(changes)),
    })),
  );
}

/** Publishes that other cards were archived or deleted together with a card. */
export function publishCascade(
  author: Author,
  type: "card.archived.batch" | "card.deleted.batch",
  card: CardRow,
  { child_strategy = null }: ArchiveRequest,
  affected: { affected_children_ids: string[]; affected_related_card_ids: string[] },
): void {
  const { affected_children_ids, affected_related_card_ids } = affected;
  publish(author, {
    type,
    cardId: card.id,
    data: {
      id: card.id,
      type: card.type,
      name: card.name,
      child_strategy,
      affected_children_ids,
      affected_related_card_ids,
    },
  });
}

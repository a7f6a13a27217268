/** The cards that a risk is linked to. */
import { allValues, firstValue, inList, listOf, statement, transaction } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { MANY_ROWS } from "../../../core/api/operation";
import { conflict, refused } from "../../../http/errors";
import { parseUuid } from "../../../platform/ids";
import { type CardLinks, type CardRole, MAX_CARDS } from "../model";
import { publishRisk } from "./events";
import { cardsOf, requireRiskRow } from "./rows";
import { requireNotClosed } from "./status";

/** Returns the ids, among some, that are ids of cards, each once. */
export function knownCards(ids: readonly string[]): string[] {
  const parsed = ids.map(parseUuid).filter((id) => id !== undefined);
  return allValues<string>(`SELECT id FROM cards WHERE ${inList("id")} ORDER BY id`, listOf([...new Set(parsed)]));
}

/** Links a risk to cards that it isn't linked to yet; part of the running transaction. */
export const linkCards = (riskId: string, cardIds: readonly string[], role: CardRole): void =>
  void statement("INSERT INTO risk_cards (risk_id, card_id, role) SELECT ?, value, ? FROM json_each(?)").run(
    riskId,
    role,
    listOf(cardIds),
  );

/** Unlinks a risk from a card. @returns the role that the card had; undefined when they were not linked */
export const unlinkCard = (riskId: string, cardId: string): CardRole | undefined =>
  firstValue<CardRole>("DELETE FROM risk_cards WHERE risk_id = ? AND card_id = ? RETURNING role", riskId, cardId);

/**
 * Links a risk to more cards; those that it is linked to keep their role, and ids that are malformed or unknown are passed over.
 * Publishes `risk.added` for each new link.
 * @param key id or reference
 * @returns the id of the risk
 * @throws Problem 400, 404, 409 when it is closed or would be linked to too many cards
 */
export function createCardLinks(actor: Actor, key: string, { card_ids, role }: CardLinks): string {
  return transaction(() => {
    const risk = requireRiskRow(key);
    requireNotClosed(risk);
    const linked = new Set(cardsOf(risk.id));
    const cardIds = knownCards(card_ids).filter((id) => !linked.has(id));
    if (linked.size + cardIds.length > MAX_CARDS)
      throw conflict(`A risk must not be linked to more than ${MAX_CARDS} cards`);
    linkCards(risk.id, cardIds, role);
    if (cardIds.length > 0)
      publishRisk(actor, "risk.added", risk, { change: "linked", cardIds, snapshot: (card_id) => ({ card_id, role }) });
    return risk.id;
  });
}

/**
 * Unlinks a risk from a card. Publishes `risk.removed` if they were linked.
 * @param key id or reference
 * @returns the id of the risk
 * @throws Problem 400, 404, 409 when it is closed
 */
export function deleteCardLink(actor: Actor, key: string, cardKey: string): string {
  return transaction(() => {
    const risk = requireRiskRow(key);
    const card_id = parseUuid(cardKey);
    if (!card_id) throw refused("Invalid card id");
    requireNotClosed(risk);
    const role = unlinkCard(risk.id, card_id);
    if (role)
      publishRisk(actor, "risk.removed", risk, {
        change: "unlinked",
        cardIds: [card_id],
        snapshot: () => ({ card_id, role }),
      });
    return risk.id;
  });
}

/** Checks whether a change of a risk publishes many events, because it is linked to many cards. @throws Problem 400, 404 */
export const concernsMany = (key: string): boolean => cardsOf(requireRiskRow(key).id).length > MANY_ROWS;

/** The cards that an architecture decision record is linked to. */
import { statement, transaction } from "../../../db";
import { type Actor, requireOnCard } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { conflict, notFound } from "../../http/errors";
import { requireCard } from "../cards";
import { named, requireAdr } from "./records";

/**
 * Links a record to a card; the record does not count as changed. Publishes `adr.linked`.
 * @throws Problem 403 without the right to link this card, 404 for an unknown record or card, 409 when they are linked
 */
export function linkCard(actor: Actor, id: string, cardId: string): void {
  transaction(() => {
    requireOnCard(actor, "card.manage_adr_links", cardId);
    const row = requireAdr(id);
    requireCard(cardId);
    const { changes } = statement(
      "INSERT OR IGNORE INTO architecture_decision_cards (architecture_decision_id, card_id) VALUES (?, ?)",
    ).run(id, cardId);
    if (changes === 0) throw conflict("The card is linked already");
    publish(actor, { type: "adr.linked", data: { ...named(row), card_id: cardId } });
  });
}

/**
 * Unlinks a record from a card. Publishes `adr.unlinked`.
 * @throws Problem 404 when they are not linked
 */
export function unlinkCard(actor: Actor, id: string, cardId: string): void {
  transaction(() => {
    const { changes } = statement(
      "DELETE FROM architecture_decision_cards WHERE architecture_decision_id = ? AND card_id = ?",
    ).run(id, cardId);
    if (changes === 0) throw notFound("Link");
    publish(actor, { type: "adr.unlinked", data: { ...named(requireAdr(id)), card_id: cardId } });
  });
}

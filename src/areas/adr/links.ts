/** The cards that an architecture decision record is linked to. */
import { transaction } from "../../../db";
import { type Actor, requireOnCard } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { conflict, notFound } from "../../http/errors";
import { requireCard } from "../cards";
import { adrRows, createLinks, deleteLink, named } from "./rows";

/**
 * Links a record to a card; the record does not count as changed. Publishes `adr.linked`.
 * @throws Problem 403 without the right to link this card, 404 for an unknown record or card, 409 when they are linked
 */
export function linkCard(actor: Actor, id: string, cardId: string): void {
  transaction(() => {
    requireOnCard(actor, "card.manage_adr_links", cardId);
    const row = adrRows.require(id);
    requireCard(cardId);
    if (createLinks(id, [cardId]) === 0) throw conflict("The card is linked already");
    publish(actor, { type: "adr.linked", data: { ...named(row), card_id: cardId } });
  });
}

/**
 * Unlinks a record from a card. Publishes `adr.unlinked`.
 * @throws Problem 404 when they are not linked
 */
export function unlinkCard(actor: Actor, id: string, cardId: string): void {
  transaction(() => {
    if (!deleteLink(id, cardId)) throw notFound("Link");
    publish(actor, { type: "adr.unlinked", data: { ...named(adrRows.require(id)), card_id: cardId } });
  });
}

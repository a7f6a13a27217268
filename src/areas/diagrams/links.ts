/** The cards that diagrams are linked to. */
import { statement, transaction } from "../../../db";
import { type Actor, requireOnCard } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { conflict, notFound, refused } from "../../http/errors";
import { requireCard } from "../cards";
import { named } from "./diagrams";
import type { DiagramLink } from "./model";
import { requireDiagram } from "./rows";

/** Inserts a link; part of the running transaction. @returns whether there was none */
export const createLink = (id: string, cardId: string): boolean =>
  statement("INSERT OR IGNORE INTO diagram_cards (diagram_id, card_id) VALUES (?, ?)").run(id, cardId).changes > 0;

/** Deletes a link; part of the running transaction. @returns whether there was one */
export const deleteLink = (id: string, cardId: string): boolean =>
  statement("DELETE FROM diagram_cards WHERE diagram_id = ? AND card_id = ?").run(id, cardId).changes > 0;

/**
 * Links a diagram to a card. Publishes `diagram.linked`.
 * @throws Problem 400 without a card; 403 without the right to link this one; 404 for an unknown diagram or card; 409 when they
 *   are linked
 */
export function linkCard(actor: Actor, id: string, cardId: string | null | undefined): DiagramLink {
  return transaction(() => {
    if (!cardId) throw refused("card_id is required");
    requireOnCard(actor, "card.manage_diagram_links", cardId);
    const row = requireDiagram(id);
    requireCard(cardId);
    if (!createLink(id, cardId)) throw conflict("Card already linked to this diagram");
    publish(actor, { type: "diagram.linked", data: { ...named(row), card_id: cardId } });
    return { diagram_id: id, card_id: cardId };
  });
}

/**
 * Unlinks a diagram from a card. Publishes `diagram.unlinked`.
 * @throws Problem 404 when they are not linked
 */
export function unlinkCard(actor: Actor, id: string, cardId: string): void {
  transaction(() => {
    if (!deleteLink(id, cardId)) throw notFound("Link");
    publish(actor, { type: "diagram.unlinked", data: { ...named(requireDiagram(id)), card_id: cardId } });
  });
}

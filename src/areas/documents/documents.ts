/** The links of cards. */
import { statement, tables, transaction } from "../../../db";
import { type Actor, mayOnCard } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { recordsOf } from "../../core/records";
import { forbidden } from "../../http/errors";
import { requireCard } from "../cards";
import type { AddedDocument, Document, NewDocument } from "./model";

/** A row of `documents`. */
export type DocumentRow = typeof tables.documents.$inferSelect;

/** Lists the links of a card, oldest first; none for an unknown card. */
export const listDocuments = (cardId: string): Document[] =>
  statement<Document, [string]>(
    "SELECT id, card_id, name, url, type, created_at FROM documents WHERE card_id = ? ORDER BY created_at, id",
  ).all(cardId);

/** The rows of links. */
export const documentRows = recordsOf(tables.documents, "Document");

/** Publishes what happened to a link; `undo` keeps its row for a rollback. */
export function publishDocument(actor: Actor, type: "document.added" | "document.removed", row: DocumentRow): void {
  const { id, card_id: cardId, name, url, type: kind } = row;
  const data = { document_id: id, name, url, type: kind, summary: name || (url ?? ""), id };
  publish(actor, { type, cardId, data, undo: row });
}

/**
 * Adds a link to a card. Publishes `document.added`.
 * @throws Problem 404 for an unknown card
 */
export function createDocument(actor: Actor, cardId: string, { name, url = null, type }: NewDocument): AddedDocument {
  return transaction(() => {
    requireCard(cardId);
    const row = documentRows.create({ card_id: cardId, name, url, type, created_by: actor.userId });
    publishDocument(actor, "document.added", row);
    return { id: row.id, name, url };
  });
}

/**
 * Removes a link. Publishes `document.removed`.
 * @throws Problem 404, 403
 */
export function deleteDocument(actor: Actor, id: string): void {
  transaction(() => {
    const row = documentRows.require(id);
    if (!mayOnCard(actor, "card.manage_documents", row.card_id)) throw forbidden("Not enough permissions");
    documentRows.delete(id);
    publishDocument(actor, "document.removed", row);
  });
}

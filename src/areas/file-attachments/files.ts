/** The files of cards. */
import { statement, transaction } from "../../../db";
import { type Actor, mayOnCard } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { forbidden } from "../../http/errors";
import type { FileAttachment, UploadedFile } from "./model";
import { deleteFileRow, requireFile } from "./rows";

/** Lists the files of a card without their content, newest first; none for an unknown card. */
export const listFiles = (cardId: string): FileAttachment[] =>
  statement<FileAttachment, [string]>(
    `SELECT f.id, f.card_id, f.name, f.mime_type, f.size, f.category, f.created_by, u.display_name AS creator_name,
       f.created_at
     FROM file_attachments f LEFT JOIN users u ON u.id = f.created_by
     WHERE f.card_id = ? AND f.is_complete = 1 ORDER BY f.created_at DESC, f.id DESC`,
  ).all(cardId);

/** Publishes what happened to a file; part of the running transaction. */
export function publishFile(actor: Actor, type: "file.uploaded" | "file.deleted", file: UploadedFile): void {
  const { id, card_id: cardId, name, mime_type, size, category } = file;
  const data = { attachment_id: id, name, mime_type, size };
  if (type === "file.deleted") publish(actor, { type, cardId, data: { ...data, summary: name, id } });
  else publish(actor, { type, cardId, data: { ...data, category, summary: name, id } });
}

/**
 * Deletes a file. Publishes `file.deleted`.
 * @throws Problem 404, 403
 */
export function deleteFile(actor: Actor, id: string): void {
  transaction(() => {
    const file = requireFile(id);
    if (!mayOnCard(actor, "card.manage_documents", file.card_id)) throw forbidden("Not enough permissions");
    deleteFileRow(id);
    publishFile(actor, "file.deleted", file);
  });
}

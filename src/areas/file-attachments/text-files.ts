/** Plain text as a file of a card, from the program itself. */
import { transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { publishFile } from "./files";
import { appendPiece, completeFile, createFileRow } from "./rows";

/** A text to be attached; it fits into one piece. */
type TextFile = { name: string; category: string | null; text: string };

/** Attaches a text to a card. Publishes `file.uploaded`. @throws Problem 404 when there is no such card */
export function attachText(actor: Actor, cardId: string, { name, category, text }: TextFile): void {
  transaction(() => {
    const id = newId();
    const mime_type = "text/plain";
    createFileRow({ id, card_id: cardId, name, mime_type, created_by: actor.userId, created_at: now() });
    appendPiece(id, new TextEncoder().encode(text));
    const { is_complete: _, ...file } = completeFile(id, category);
    publishFile(actor, "file.uploaded", file);
  });
}

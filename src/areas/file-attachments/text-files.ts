/** Files that are there as a whole: plain text from the program itself, and those of scenarios. */
import { transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { publishFile } from "./files";
import type { UploadedFile } from "./model";
import { appendPiece, completeFile, createFileRow } from "./rows";

/** A file that is there as a whole, in the pieces in which it is stored. */
export type WholeFile = { name: string; mime_type: string; category: string | null; pieces: readonly Uint8Array[] };

/** Attaches a file to a card. Publishes `file.uploaded`. @throws Problem 404 when there is no such card */
export const attachFile = (
  actor: Actor,
  card_id: string,
  { name, mime_type, category, pieces }: WholeFile,
): UploadedFile =>
  transaction(() => {
    const id = newId();
    createFileRow({ id, card_id, name, mime_type, created_by: actor.userId, created_at: now() });
    for (const piece of pieces) appendPiece(id, piece);
    const { is_complete: _, ...file } = completeFile(id, category);
    publishFile(actor, "file.uploaded", file);
    return file;
  });

/** A text to be attached; it fits into one piece. */
type TextFile = { name: string; category: string | null; text: string };

/** Attaches a text to a card. Publishes `file.uploaded`. @throws Problem 404 when there is no such card */
export function attachText(actor: Actor, cardId: string, { name, category, text }: TextFile): void {
  attachFile(actor, cardId, { name, category, mime_type: "text/plain", pieces: [new TextEncoder().encode(text)] });
}

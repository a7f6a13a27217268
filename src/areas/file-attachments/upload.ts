/** Uploads: a file is stored in pieces as it arrives, and becomes one of its card's when all of it is there. */
import { transaction } from "../../../db";
import { type Actor, mayOnCard } from "../../core/access/actor";
import { authenticateAgain } from "../../core/access/guard";
import { generalSettings } from "../../core/settings/general";
import { forbidden, Problem, refused } from "../../http/errors";
import { type FormFile, piecesOf, readForm } from "../../http/forms";
import { violations } from "../../http/validation";
import { DAY, fromNow, now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { requireCard } from "../cards";
import { publishFile } from "./files";
import { requireAllowedType, requireFormat } from "./formats";
import { FileFields, type UploadedFile } from "./model";
import { appendPiece, completeFile, createFileRow, deleteFileRow, deleteUnfinished } from "./rows";

/** The largest file, in bytes. */
export const LARGEST = 10 * 1024 * 1024;
const LONGEST_NAME = 500;

/** A name without control characters and marks that turn the direction of text; `untitled` when nothing is left. */
export function cleanName(name = ""): string {
  const clean = name.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "").trim();
  return clean.slice(0, LONGEST_NAME).toWellFormed() || "untitled";
}

/** Stores the content of a file. @throws Problem 400 for what is no such file, or too large; 404 when its card is gone */
async function storeContent(id: string, { type, bytes }: FormFile): Promise<void> {
  let size = 0;
  for await (const piece of piecesOf(bytes)) {
    if (size === 0) await requireFormat(type, piece);
    size += piece.length;
    if (size > LARGEST) throw refused("The file must not be larger than 10 MiB");
    appendPiece(id, piece);
  }
}

/** @throws Problem 422 naming the field */
function readFields(fields: ReadonlyMap<string, string>): { category: string | null } {
  const sent = Object.fromEntries(fields);
  const { data, error } = FileFields.safeParse(sent);
  if (error) throw new Problem(422, violations("body", error.issues, sent));
  return { category: data.category ?? null };
}

/** Makes an uploaded file one of the card's, if its author still may: much can happen while a file arrives. */
async function complete(actor: Actor, request: Request, id: string, category: string | null): Promise<UploadedFile> {
  await authenticateAgain(actor, request);
  return transaction(() => {
    const { is_complete: _, ...file } = completeFile(id, category);
    if (!mayOnCard(actor, "card.manage_documents", file.card_id)) throw forbidden("Not enough permissions");
    publishFile(actor, "file.uploaded", file);
    return file;
  });
}

/**
 * Attaches the file of a form to a card. Publishes `file.uploaded`.
 * @throws Problem 403 when files are not taken here, 404 for an unknown card, 400 for a file of a type that is not taken, of
 *   another format than it is said to be, or larger than 10 MiB; 422 for what is no form with a file
 */
export async function uploadFile(actor: Actor, cardId: string, request: Request): Promise<UploadedFile> {
  if (!generalSettings().fileUploadsEnabled) throw forbidden("File uploads are disabled");
  requireCard(cardId);
  const id = newId();
  try {
    const fields = await readForm(request, LARGEST, async (file) => {
      requireAllowedType(file.type);
      const row = { id, card_id: cardId, name: cleanName(file.name), mime_type: file.type };
      createFileRow({ ...row, created_by: actor.userId, created_at: now() });
      await storeContent(id, file);
    });
    return await complete(actor, request, id, readFields(fields).category);
  } catch (error) {
    deleteFileRow(id);
    throw error;
  }
}

/** The time that an upload may take. */
const LONGEST_UPLOAD = DAY;

/** Deletes what is left of uploads that a stop of the server has cut off. */
export const purgeUnfinishedUploads = (): void => deleteUnfinished(fromNow(-LONGEST_UPLOAD));

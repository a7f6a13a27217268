/** Uploads: a file is stored in pieces as it arrives, and becomes one of its card's when all of it is there. */
import { transaction } from "../../../db";
import { type Actor, mayOnCard } from "../../core/access/actor";
import { cleanName, receiveUpload } from "../../core/files/upload";
import { generalSettings } from "../../core/settings/general";
import { forbidden, refused } from "../../http/errors";
import { inPieces, readForm } from "../../http/forms";
import { checked } from "../../http/validation";
import { DAY, fromNow, now } from "../../platform/clock";
import { requireCard } from "../cards";
import { publishFile } from "./files";
import { requireAllowedType, requireFormat } from "./formats";
import { FileFields, type UploadedFile } from "./model";
import { appendPiece, completeFile, createFileRow, deleteFileRow, deleteUnfinished } from "./rows";
import { attachFile, type WholeFile } from "./text-files";

/** The largest file, in bytes. */
export const LARGEST = 10 * 1024 * 1024;

const UNNAMED = "untitled";
const tooLarge = () => refused("The file must not be larger than 10 MiB");

/** Makes an uploaded file one of the card's, if its author still may: much can happen while a file arrives. */
const complete = (actor: Actor, id: string, category: string | null): UploadedFile =>
  transaction(() => {
    const { is_complete: _, ...file } = completeFile(id, category);
    if (!mayOnCard(actor, "card.manage_documents", file.card_id)) throw forbidden("Not enough permissions");
    publishFile(actor, "file.uploaded", file);
    return file;
  });

/** @throws Problem 403 when files are not taken here, 404 for an unknown card */
function requireUploads(cardId: string): void {
  if (!generalSettings().fileUploadsEnabled) throw forbidden("File uploads are disabled");
  requireCard(cardId);
}

/** Reads the form of an upload as a whole. @throws Problem 400 as `uploadFile`; 422 for what is no form with a file */
export async function readUploadedFile(request: Request): Promise<WholeFile> {
  let head = { name: UNNAMED, mime_type: "" };
  const chunks: Uint8Array[] = [];
  const sent = await readForm(request, LARGEST, async ({ name, type, bytes }) => {
    requireAllowedType(type);
    head = { name: cleanName(name, UNNAMED), mime_type: type };
    for await (const chunk of bytes) chunks.push(chunk);
  });
  const content = Buffer.concat(chunks);
  if (content.length > LARGEST) throw tooLarge();
  await requireFormat(head.mime_type, content);
  const { category = null } = checked(FileFields, Object.fromEntries(sent));
  return { ...head, category, pieces: inPieces(content) };
}

/** Attaches a file that was read as a whole to a card. Publishes `file.uploaded`. @throws Problem 403, 404 as `uploadFile` */
export function attachUploadedFile(actor: Actor, cardId: string, file: WholeFile): UploadedFile {
  requireUploads(cardId);
  return attachFile(actor, cardId, file);
}

/**
 * Attaches the file of a form to a card. Publishes `file.uploaded`.
 * @throws Problem 403 when files are not taken here, 404 for an unknown card, 400 for a file of a type that is not taken, of
 *   another format than it is said to be, or larger than 10 MiB; 422 for what is no form with a file
 */
export async function uploadFile(actor: Actor, cardId: string, request: Request): Promise<UploadedFile> {
  requireUploads(cardId);
  let mimeType = "";
  return receiveUpload(actor, request, {
    largest: LARGEST,
    tooLarge,
    fields: FileFields,
    begin(id, { name, type }) {
      requireAllowedType(type);
      mimeType = type;
      const row = { id, card_id: cardId, name: cleanName(name, UNNAMED), mime_type: type };
      createFileRow({ ...row, created_by: actor.userId, created_at: now() });
    },
    begun: (piece) => requireFormat(mimeType, piece),
    append: appendPiece,
    complete: async (id, _size, { category }) => complete(actor, id, category ?? null),
    discard: deleteFileRow,
  });
}

/** The time that an upload may take. */
const LONGEST_UPLOAD = DAY;

/** Deletes what is left of uploads that a stop of the server has cut off. */
export const purgeUnfinishedUploads = (): void => deleteUnfinished(fromNow(-LONGEST_UPLOAD));

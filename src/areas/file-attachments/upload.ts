/** Uploads: a file is stored in pieces as it arrives, and becomes one of its card's when all of it is there. */
import { transaction } from "../../../db";
import { type Actor, mayOnCard } from "../../core/access/actor";
import { cleanName, receiveUpload } from "../../core/files/upload";
import { generalSettings } from "../../core/settings/general";
import { forbidden, refused } from "../../http/errors";
import { DAY, fromNow, now } from "../../platform/clock";
import { requireCard } from "../cards";
import { publishFile } from "./files";
import { requireAllowedType, requireFormat } from "./formats";
import { FileFields, type UploadedFile } from "./model";
import { appendPiece, completeFile, createFileRow, deleteFileRow, deleteUnfinished } from "./rows";

/** The largest file, in bytes. */
export const LARGEST = 10 * 1024 * 1024;
/** Makes an uploaded file one of the card's, if its author still may: much can happen while a file arrives. */
const complete = (actor: Actor, id: string, category: string | null): UploadedFile =>
  transaction(() => {
    const { is_complete: _, ...file } = completeFile(id, category);
    if (!mayOnCard(actor, "card.manage_documents", file.card_id)) throw forbidden("Not enough permissions");
    publishFile(actor, "file.uploaded", file);
    return file;
  });

/**
 * Attaches the file of a form to a card. Publishes `file.uploaded`.
 * @throws Problem 403 when files are not taken here, 404 for an unknown card, 400 for a file of a type that is not taken, of
 *   another format than it is said to be, or larger than 10 MiB; 422 for what is no form with a file
 */
export async function uploadFile(actor: Actor, cardId: string, request: Request): Promise<UploadedFile> {
  if (!generalSettings().fileUploadsEnabled) throw forbidden("File uploads are disabled");
  requireCard(cardId);
  let mimeType = "";
  return receiveUpload(actor, request, {
    largest: LARGEST,
    tooLarge: () => refused("The file must not be larger than 10 MiB"),
    fields: FileFields,
    begin(id, { name, type }) {
      requireAllowedType(type);
      mimeType = type;
      const row = { id, card_id: cardId, name: cleanName(name, "untitled"), mime_type: type };
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

/**
 * Uploads: the file of a form is stored in pieces as it arrives, and becomes what its area makes of it when all of it is there.
 * An upload that fails, or whose author may no longer do so at its end, leaves nothing.
 */
import { z } from "zod";
import { type FormFile, piecesOf, readForm } from "../../http/forms";
import { checked } from "../../http/validation";
import { newId } from "../../platform/ids";
import type { Actor } from "../access/actor";
import { authenticateAgain } from "../access/guard";

/** A kind of uploads: its bounds, and where its files are stored. */
export type Upload<Fields, Result> = {
  /** The largest file, in bytes. */
  largest: number;
  /** The refusal of a larger one. */
  tooLarge: () => Error;
  /** The fields of the form in addition to the file. */
  fields: z.ZodType<Fields>;
  /** Creates the row of a file that begins to arrive. @throws Problem for a file that is not taken */
  begin(id: string, file: Omit<FormFile, "bytes">): void | Promise<void>;
  /** Adds a piece to the end of the file. @param bytes are overwritten by the next piece */
  append(id: string, bytes: Uint8Array): void | Promise<void>;
  /** Reads the file's first piece before it is stored. @throws Problem for a format that is not taken */
  begun?(bytes: Uint8Array): void | Promise<void>;
  /** Makes the file that is there what it is to be, if its author still may. @param size of the file, in bytes */
  complete(id: string, size: number, fields: Fields): Promise<Result>;
  /** Deletes whatever there is of an upload that has come to nothing. */
  discard(id: string): void | Promise<void>;
};

/** The fields of a form that has none besides its file. */
export const NO_FIELDS = z.object({});

const LONGEST_NAME = 500;

/** Cleans a file's name of control characters, and of marks that turn the direction of text. @param otherwise when nothing is left */
export function cleanName(name: string | undefined, otherwise: string): string {
  const clean = (name ?? "").replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "").trim();
  return clean.slice(0, LONGEST_NAME).toWellFormed() || otherwise;
}

/** Stores a file as it arrives. @returns its size in bytes */
async function storeFile<F, R>(upload: Upload<F, R>, id: string, bytes: FormFile["bytes"]): Promise<number> {
  let size = 0;
  for await (const piece of piecesOf(bytes)) {
    if (size === 0) await upload.begun?.(piece);
    size += piece.length;
    if (size > upload.largest) throw upload.tooLarge();
    await upload.append(id, piece);
  }
  return size;
}

/**
 * Receives the file of a form.
 * @returns what the upload makes of it
 * @throws what the upload throws; Problem 422 for what is no complete form with a file and naming the field that is wrong, 401
 *   when the author's session has ended meanwhile
 */
export async function receiveUpload<Fields, Result>(
  actor: Actor,
  request: Request,
  upload: Upload<Fields, Result>,
): Promise<Result> {
  const id = newId();
  let size = 0;
  try {
    const sent = await readForm(request, upload.largest, async ({ bytes, ...file }) => {
      await upload.begin(id, file);
      size = await storeFile(upload, id, bytes);
    });
    // Much can happen while a file arrives.
    await authenticateAgain(actor, request);
    return await upload.complete(id, size, checked(upload.fields, Object.fromEntries(sent)));
  } catch (error) {
    await upload.discard(id);
    throw error;
  }
}

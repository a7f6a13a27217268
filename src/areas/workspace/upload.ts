/** Uploads: a bundle is stored in pieces as it arrives, and is a transfer when all of it is there. */
import { statement, transactionInTurn } from "../../../db";
import { type Actor, require } from "../../core/access/actor";
import { authenticateAgain } from "../../core/access/guard";
import { publish } from "../../core/journal/journal";
import { enqueue } from "../../core/runs/runs";
import { runTask, writingTask } from "../../core/threads/tasks";
import { Problem, refused } from "../../http/errors";
import { type FormFile, piecesOf, readForm } from "../../http/forms";
import { DAY, fromNow, now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { Transfer } from "./model";
import { deleteRow, eventDataOf, files, listCutOff, requireRow, serializeTransfer, updateRow } from "./rows";
import { previewing } from "./runs";

/** The largest bundle, in bytes. */
const LARGEST = 512 * 1024 * 1024;
const LONGEST_NAME = 500;

const cleanName = (name = ""): string =>
  name
    .replace(/\p{Cc}/gu, "")
    .trim()
    .slice(0, LONGEST_NAME)
    .toWellFormed() || "workspace.zip";

/** Inserts a transfer whose bundle has yet to arrive. */
async function createUpload(id: string, { userId }: Actor): Promise<void> {
  await transactionInTurn(() => {
    statement("INSERT INTO workspace_transfers (id, filename, created_by, created_at) VALUES (?, '', ?, ?)").run(
      id,
      userId,
      now(),
    );
  });
}

export const discardUploadTask = writingTask("workspace.discard", deleteRow);

/** Deletes an upload that has come to nothing; it may be large. */
const discardUpload = (id: string): Promise<void> => runTask(discardUploadTask, id);

/** Stores a bundle as it arrives. @throws Problem 413 when it is too large, 400 when it is empty */
async function storeBundle(id: string, { bytes }: FormFile): Promise<void> {
  let size = 0;
  for await (const piece of piecesOf(bytes)) {
    size += piece.length;
    if (size > LARGEST) throw new Problem(413, `The bundle must not be larger than ${LARGEST} bytes`);
    await files.append(id, piece);
  }
  if (size === 0) throw refused("Empty bundle file");
}

/**
 * Uploads a bundle, which is then previewed in the background. Publishes `workspace.uploaded`.
 * @throws Problem 422 for what is no form with a file; 400 for an empty bundle; 413 for one that is too large
 */
export async function uploadBundle(actor: Actor, request: Request): Promise<Transfer> {
  const id = newId();
  let filename = "";
  await createUpload(id, actor);
  try {
    await readForm(request, LARGEST, async (file) => {
      filename = cleanName(file.name);
      await storeBundle(id, file);
    });
    await authenticateAgain(actor, request);
    require(actor, "admin.import_workspace");
    await transactionInTurn(() => {
      updateRow(id, { filename, is_complete: 1 });
      publish(actor, { type: "workspace.uploaded", data: eventDataOf({ id, filename }) });
      enqueue(previewing, { id }, actor);
    });
    return serializeTransfer(requireRow(id));
  } catch (error) {
    await discardUpload(id);
    throw error;
  }
}

/** Deletes what is left of uploads that a stop of the server has cut off. */
export async function purgeUnfinishedUploads(): Promise<void> {
  for (const id of listCutOff(fromNow(-DAY))) await discardUpload(id);
}

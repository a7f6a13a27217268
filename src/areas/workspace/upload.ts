/** Uploads: a bundle is stored in pieces as it arrives, and is a transfer when all of it is there. */
import { statement, transactionInTurn } from "../../../db";
import { type Actor, require } from "../../core/access/actor";
import { cleanName, NO_FIELDS, receiveUpload } from "../../core/files/upload";
import { publish } from "../../core/journal/journal";
import { enqueue } from "../../core/runs/runs";
import { runTask, writingTask } from "../../core/threads/tasks";
import { Problem, refused } from "../../http/errors";
import { DAY, fromNow, now } from "../../platform/clock";
import type { Transfer } from "./model";
import { deleteRow, eventDataOf, files, listCutOff, requireRow, serializeTransfer, updateRow } from "./rows";
import { previewing } from "./runs";

/** The largest bundle, in bytes. */
const LARGEST = 512 * 1024 * 1024;

/** The name of a bundle that was sent without one. */
export const UNNAMED = "workspace.zip";

/** Inserts a transfer whose bundle has yet to arrive; part of the running transaction. */
export const createUpload = (id: string, filename: string, { userId }: Actor): void =>
  void statement("INSERT INTO workspace_transfers (id, filename, created_by, created_at) VALUES (?, ?, ?, ?)").run(
    id,
    filename,
    userId,
    now(),
  );

/** Makes an uploaded bundle a transfer; part of the running transaction. Publishes `workspace.uploaded`. */
export function completeUpload(actor: Actor, id: string): void {
  updateRow(id, { is_complete: 1 });
  publish(actor, { type: "workspace.uploaded", data: eventDataOf(requireRow(id)) });
}

export const discardUploadTask = writingTask("workspace.discard", deleteRow);

/** Deletes an upload that has come to nothing; it may be large. */
const discardUpload = (id: string): Promise<void> => runTask(discardUploadTask, id);

/** Makes an uploaded bundle a transfer, which waits for its preview. @throws Problem 400 when it is empty, 403 */
async function complete(actor: Actor, id: string, size: number): Promise<Transfer> {
  require(actor, "admin.import_workspace");
  if (size === 0) throw refused("Empty bundle file");
  await transactionInTurn(() => {
    completeUpload(actor, id);
    enqueue(previewing, { id }, actor);
  });
  return serializeTransfer(requireRow(id));
}

/**
 * Uploads a bundle, which is then previewed in the background. Publishes `workspace.uploaded`.
 * @throws Problem 422 for what is no form with a file; 400 for an empty bundle; 413 for one that is too large
 */
export const uploadBundle = (actor: Actor, request: Request): Promise<Transfer> =>
  receiveUpload(actor, request, {
    largest: LARGEST,
    tooLarge: () => new Problem(413, `The bundle must not be larger than ${LARGEST} bytes`),
    fields: NO_FIELDS,
    begin: async (id, { name }) => transactionInTurn(() => createUpload(id, cleanName(name, UNNAMED), actor)),
    append: files.append,
    complete: (id, size) => complete(actor, id, size),
    discard: discardUpload,
  });

/** Deletes what is left of uploads that a stop of the server has cut off. */
export async function purgeUnfinishedUploads(): Promise<void> {
  for (const id of listCutOff(fromNow(-DAY))) await discardUpload(id);
}

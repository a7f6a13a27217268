/** Previewing and applying, which go on beside the requests, each in one transaction on the writer thread. */
import { transactionInTurn } from "../../../db";
import { goOn, isPassing, reasonOf } from "../../core/jobs/beside";
import { runTask, writingTask } from "../../core/threads/tasks";
import { deleteRow, findRow, listUnfinished } from "./rows";
import { advance, failTransfer, ownerOf } from "./transfers";

const advancing = writingTask("workspace.advance", advance);
const discarding = writingTask("workspace.discard", deleteRow);

/** What runs on the writer thread. */
export const tasks = [advancing, discarding];

/** Deletes an upload that has come to nothing; it may be large. */
export const discardUpload = (id: string): Promise<void> => runTask(discarding, id);

/** The work that goes on, by the ids of the transfers, and whether there may be more to do when it has ended. */
const going = new Map<string, { isAskedFor: boolean }>();

/** Ends work with the reason of its failure. */
async function fail(id: string, error: unknown): Promise<void> {
  const reason = reasonOf(error, { transfer: id }, "the transfer of a workspace failed");
  await transactionInTurn(() => {
    const transfer = findRow(id);
    if (transfer?.status === "parsing" || transfer?.status === "applying") failTransfer(transfer, reason);
  });
}

/** Does what a transfer waits for. What a stop of the server ends is left to the next start. */
async function finish(id: string, stopping: AbortSignal): Promise<void> {
  const transfer = findRow(id);
  try {
    if (transfer) await runTask(advancing, id, stopping, ownerOf(transfer)?.userId);
  } catch (error) {
    if (!stopping.aborted && !isPassing(error)) await fail(id, error);
  }
}

/** Begins to do what a transfer waits for: at once, or after what is done with it now. */
export function workOn(id: string): void {
  const current = going.get(id);
  if (current) {
    current.isAskedFor = true;
    return;
  }
  const work = { isAskedFor: false };
  going.set(id, work);
  goOn(async (stopping) => {
    await finish(id, stopping);
    going.delete(id);
    if (work.isAskedFor && !stopping.aborted) workOn(id);
  });
}

/** Goes on with whatever waits, for what a stop or a crash has left. */
export function resumeWork(): void {
  for (const id of listUnfinished()) workOn(id);
}

/** Previewing and applying, which go on beside the requests, each in one transaction on the writer thread. */
import { transactionInTurn } from "../../../db";
import { goOn } from "../../core/jobs/beside";
import { runTask, writingTask } from "../../core/threads/tasks";
import { Problem } from "../../http/errors";
import { log } from "../../platform/log";
import { findRow, listUnfinished } from "./rows";
import { advance, failTransfer, ownerOf } from "./transfers";

const advancing = writingTask("workspace.advance", advance);

/** What runs on the writer thread. */
export const tasks = [advancing];

/** Work on a transfer: what ends it, and whether there may be more to do when it has ended. */
type Work = { end: AbortController; isAskedFor: boolean };

/** The work that goes on, by the ids of the transfers. */
const going = new Map<string, Work>();

/** Whether work may be done when it is tried again: the thread was lost, or has too much to do. */
const isPassing = (error: unknown) => error instanceof Problem && error.status === 503;

/** Ends work with the reason of its failure. */
async function fail(id: string, error: unknown): Promise<void> {
  const isExpected = error instanceof Problem;
  if (!isExpected) log.error({ exception: error, transfer: id }, "the transfer of a workspace failed");
  const reason = isExpected ? error.message : "An unexpected error has ended it; the server's log tells more";
  await transactionInTurn(() => {
    const transfer = findRow(id);
    if (transfer?.status === "parsing" || transfer?.status === "applying") failTransfer(transfer, reason);
  });
}

async function finish(id: string, signal: AbortSignal): Promise<void> {
  const transfer = findRow(id);
  try {
    if (transfer) await runTask(advancing, id, signal, ownerOf(transfer));
  } catch (error) {
    if (!signal.aborted && !isPassing(error)) await fail(id, error);
  }
}

/** Begins to do what a transfer waits for: at once, or after what is done with it now. */
export function workOn(id: string): void {
  const current = going.get(id);
  if (current) {
    current.isAskedFor = true;
    return;
  }
  const work: Work = { end: new AbortController(), isAskedFor: false };
  const { signal } = work.end;
  going.set(id, work);
  goOn(async (stopping) => {
    stopping.addEventListener("abort", () => work.end.abort(), { signal });
    await finish(id, signal);
    going.delete(id);
    if (work.isAskedFor && !signal.aborted) workOn(id);
    work.end.abort();
  });
}

/** Ends the work on a transfer that is deleted; what it has not finished is undone. */
export const stopWorkOn = (id: string): void => going.get(id)?.end.abort();

/** Goes on with whatever waits, for what a stop or a crash has left. */
export function resumeWork(): void {
  for (const id of listUnfinished()) workOn(id);
}

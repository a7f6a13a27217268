/** The long changes that are waiting or running, for those who want to know of them or to cancel them. */
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { sendTo } from "../journal/stream";
import { cancel, createCancelFlag } from "./cancel-flag";

/** A long change. */
export type LongChange = {
  id: string;
  /** As in `POST /api/v1/cards/bulk-create`. */
  operation: string;
  /** The user who asked for it. */
  userId: string | undefined;
  requestedAt: string;
  /** Undefined while it waits for its turn. */
  startedAt: string | undefined;
  /** The number of rows that are done, and of all, as far as it is reported. */
  done: number;
  total: number | undefined;
  /** Shared with the thread that runs it. */
  cancelFlag: SharedArrayBuffer;
  /** Aborted when it is cancelled. */
  cancelled: AbortController;
};

const changes = new Map<string, LongChange>();

/** Returns the long changes, in the order in which they were asked for. */
export const longChanges = (): LongChange[] => [...changes.values()];

/** Creates a long change. */
export function createLongChange(operation: string, userId: string | undefined, id = newId()): LongChange {
  const change = {
    id,
    operation,
    userId,
    requestedAt: now(),
    startedAt: undefined,
    done: 0,
    total: undefined,
    cancelFlag: createCancelFlag(),
    cancelled: new AbortController(),
  };
  changes.set(id, change);
  sendProgress(change);
  return change;
}

/** Deletes a long change that has ended. */
export const deleteLongChange = ({ id }: LongChange): boolean => changes.delete(id);

/** Deletes all long changes, when the server stops. */
export const deleteLongChanges = (): void => changes.clear();

/** Sends the user of a long change how far it is; only those see it who are listening. */
export function sendProgress({ id, operation, userId, done, total }: LongChange): void {
  if (userId !== undefined) sendTo(userId, "work.progress", { id, operation, done, total: total ?? null });
}

/** Cancels a long change, which leaves nothing behind. @returns false when it is being committed already */
export function cancelLongChange({ cancelFlag, cancelled }: LongChange): boolean {
  if (!cancel(cancelFlag)) return false;
  cancelled.abort();
  return true;
}

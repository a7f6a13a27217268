/** The cancel flag of work on another thread: both threads share it, so that the work can be cancelled while it runs. */
import { interruptWith } from "../../../db/connection";

const RUNNING = 0;
const CANCELLED = 1;
const COMMITTING = 2;

/** Thrown on the thread whose work was cancelled. */
export class CancelledError extends Error {
  constructor() {
    super("the work was cancelled");
  }
}

/** Creates the flag of new work. */
export const createCancelFlag = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

/** Cancels work. @returns false when it is being committed already */
export const cancel = (flag: SharedArrayBuffer): boolean =>
  Atomics.compareExchange(new Int32Array(flag), 0, RUNNING, CANCELLED) !== COMMITTING;

/** @throws CancelledError when the work was cancelled */
export function throwIfCancelled(flag: SharedArrayBuffer): void {
  if (Atomics.load(new Int32Array(flag), 0) === CANCELLED) throw new CancelledError();
}

/** Checks whether the commit of the work may have begun. */
export const isCommitting = (flag: SharedArrayBuffer): boolean => Atomics.load(new Int32Array(flag), 0) === COMMITTING;

/** Marks that the work is about to be committed. @throws CancelledError when it was cancelled before */
export function beginCommit(flag: SharedArrayBuffer): void {
  if (Atomics.compareExchange(new Int32Array(flag), 0, RUNNING, COMMITTING) !== RUNNING) throw new CancelledError();
}

/** Runs work that ends with `CancelledError` at its next statement once it is cancelled. */
export function interruptible<T>(flag: SharedArrayBuffer, work: () => T): T {
  const state = new Int32Array(flag);
  interruptWith(() => {
    if (Atomics.load(state, 0) !== CANCELLED) return;
    // Rolling back takes statements too.
    interruptWith();
    throw new CancelledError();
  });
  try {
    return work();
  } finally {
    interruptWith();
  }
}

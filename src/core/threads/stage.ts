/** The stage of work on another thread, in memory that both threads share, so that it can be given up while it runs. */
import { interruptWith } from "../../../db/connection";

const RUNNING = 0;
const GIVEN_UP = 1;
const COMMITTING = 2;

/** Thrown on the thread whose work was given up. */
export class GivenUp extends Error {
  constructor() {
    super("the work was given up");
  }
}

/** The stage of new work. */
export const newStage = (): SharedArrayBuffer => new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);

/** Gives work up. @returns false when it is being committed already */
export const giveUp = (stage: SharedArrayBuffer): boolean =>
  Atomics.compareExchange(new Int32Array(stage), 0, RUNNING, GIVEN_UP) !== COMMITTING;

/** @throws GivenUp when the work was given up */
export function requireWanted(stage: SharedArrayBuffer): void {
  if (Atomics.load(new Int32Array(stage), 0) === GIVEN_UP) throw new GivenUp();
}

/** Whether the commit of the work may have begun. */
export const isCommitting = (stage: SharedArrayBuffer): boolean =>
  Atomics.load(new Int32Array(stage), 0) === COMMITTING;

/** Marks that the work is about to be committed. @throws GivenUp when it was given up before */
export function beginCommit(stage: SharedArrayBuffer): void {
  if (Atomics.compareExchange(new Int32Array(stage), 0, RUNNING, COMMITTING) !== RUNNING) throw new GivenUp();
}

/** Runs work that ends with `GivenUp` at its next statement once it is given up. */
export function interruptible<T>(stage: SharedArrayBuffer, work: () => T): T {
  const flag = new Int32Array(stage);
  interruptWith(() => {
    if (Atomics.load(flag, 0) !== GIVEN_UP) return;
    // Rolling back takes statements too.
    interruptWith();
    throw new GivenUp();
  });
  try {
    return work();
  } finally {
    interruptWith();
  }
}

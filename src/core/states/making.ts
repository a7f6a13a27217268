/** The states that are being made, so that whoever waits sees how far they are. */
import type { Moment } from "../../../db/states";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";

/** A state that is being made. */
export type StateInMaking = {
  id: string;
  /** The instant of its moment. */
  at: string;
  /** The ids of the users who wait for it; the first one has asked for it. */
  users: Set<string>;
  requestedAt: string;
  /** Memory that is shared with the thread that makes it. */
  progress: SharedArrayBuffer;
};

const making = new Map<number, StateInMaking>();

/** Returns the states that are being made, or wait for their turn. */
export const statesInMaking = (): StateInMaking[] => [...making.values()];

/** Notes that a user waits for the state of a moment, if that is being made. */
export function noteWaiting({ seq }: Moment, userId: string): void {
  making.get(seq)?.users.add(userId);
}

/**
 * Notes that a state is being made until that is done.
 * @param make is given the memory into which the thread writes how far it is
 */
export async function whileMaking<T>(
  { seq, at }: Moment,
  userId: string,
  make: (progress: SharedArrayBuffer) => Promise<T>,
): Promise<T> {
  const progress = new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT);
  making.set(seq, { id: newId(), at, users: new Set([userId]), requestedAt: now(), progress });
  try {
    return await make(progress);
  } finally {
    making.delete(seq);
  }
}

/** Begins to write the progress of a state into shared memory. @returns a function that writes the part that is done, from 0 to 1 */
export function progressInto(shared: SharedArrayBuffer): (share: number) => void {
  const progress = new Float64Array(shared);
  progress[0] = Date.now();
  return (share) => {
    progress[1] = share;
  };
}

/** Returns when a state was begun, if it was, and the percentage of it that is made. */
export function progressOf({ progress }: StateInMaking): { startedAt: string | null; percent: number } {
  const [began = 0, share = 0] = new Float64Array(progress);
  return { startedAt: began === 0 ? null : new Date(began).toISOString(), percent: Math.floor(100 * share) };
}

/** Work that continues for long in the background. A stop of the server ends it and waits for it. */
import { Problem } from "../../http/errors";
import { log } from "../../platform/log";

const going = new Set<Promise<void>>();
let stopping = new AbortController();

/**
 * Starts work that continues in the background.
 * @param work must end soon once the signal is aborted, and leave what is missing to the next start
 * @returns a promise of its end, which never fails
 */
export function goOn(work: (stopping: AbortSignal) => Promise<void>): Promise<void> {
  const end = work(stopping.signal)
    .catch((reason) => log.error({ exception: reason }, "work beside the requests failed"))
    .finally(() => going.delete(end));
  going.add(end);
  return end;
}

/** True when work may be done when it is tried again: the thread was lost, or has too much to do. */
export const isPassing = (error: unknown): boolean => error instanceof Problem && error.status === 503;

/**
 * The reason why work has failed, for the user who asked for it. An unexpected error is logged.
 * @param about what the log says of the work
 */
export function reasonOf(error: unknown, about: Record<string, string>, message: string): string {
  if (error instanceof Problem) return error.message;
  log.error({ exception: error, ...about }, message);
  return "An unexpected error has ended it; the server's log tells more";
}

/** Waits for all such work that continues. */
export async function workBesideEnded(): Promise<void> {
  await Promise.all(going);
}

/** Ends all such work and waits for it. */
export async function stopWorkBeside(): Promise<void> {
  stopping.abort();
  await workBesideEnded();
  stopping = new AbortController();
}

/**
 * Turns of messages: only some are at work at the same time, so that what their tools hold is bounded, and one user's don't
 * keep those of others waiting.
 */
import { createFairQueue, type QueuedWork } from "../core/threads/fair-queue";

/** Messages that are at work at the same time, of all and of one user; each reads one answer of the API at a time. */
export const AT_WORK = 16;
export const AT_WORK_PER_USER = AT_WORK / 2;
/** Messages that wait. Each holds what it has sent, which is 256 KiB at most. */
const WAITING = { perUser: 100, all: 400 };

type Message = QueuedWork & { begin: () => void };

const queue = createFairQueue<Message>(WAITING);
/** The messages that are at work. */
const working = new Set<Message>();

const mayBegin = ({ userId }: Message): boolean =>
  [...working].filter((other) => other.userId === userId).length < AT_WORK_PER_USER;

function next(): void {
  while (working.size < AT_WORK) {
    const message = queue.take(mayBegin);
    if (!message) return;
    working.add(message);
    message.begin();
  }
}

/**
 * Answers a message of a user once it is its turn.
 * @param signal ends the waiting
 * @throws Problem 429 when too many of the user's messages wait, 503 when too many of all do; the reason of `signal`
 */
export async function inTurn<T>(userId: string, signal: AbortSignal, answer: () => Promise<T>): Promise<T> {
  queue.requireRoom(userId);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const message: Message = { userId, expected: 0, begin: resolve };
  const leave = () => {
    if (queue.withdraw(message)) reject(signal.reason);
  };
  signal.addEventListener("abort", leave);
  queue.add(message);
  next();
  await promise.finally(() => signal.removeEventListener("abort", leave));
  const began = performance.now();
  try {
    return await answer();
  } finally {
    working.delete(message);
    queue.finish(message, performance.now() - began);
    next();
  }
}

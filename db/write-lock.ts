/**
 * The write lock of the file. Nothing waits for it in place, which would stop everybody: work that finds it taken,
 * by another thread of this process or by another program, waits in one queue for its turn.
 */
import { inTransaction, statement } from "./connection";
import { isBusy, LockTaken } from "./errors";
import { refuseWhileBehind } from "./replication";

/** Milliseconds after which a lock that another program holds is tried again. */
const PAUSE = 20;
/** Milliseconds of one turn of the event loop that those who have waited may take. */
const SLICE = 10;
/** Milliseconds that a change waits. */
const PATIENCE = 30_000;

let patience = PATIENCE;
/** True when another thread of this process has the lock. */
let lent = false;
let scheduled = false;
/** True when those who wait are being served. */
let serving = false;

/** A change in the queue: `attempt` carries it out and returns true, or false while the lock is taken. */
type Waiting = { attempt: () => boolean; since: number };
const queue = new Set<Waiting>();

/** Sets another patience, in milliseconds; without an argument the default. For tests. */
export function setPatience(other: number = PATIENCE): void {
  patience = other;
}

const lockTaken = () => new LockTaken(lent ? "thread" : "program");

/**
 * Begins a transaction of SQLite's that may write.
 * @throws LockTaken when that would have to wait, or others do; ReplicationBehind
 */
export function acquireLock(): void {
  refuseWhileBehind();
  if (lent || (queue.size > 0 && !serving)) throw lockTaken();
  try {
    statement("BEGIN IMMEDIATE").run();
  } catch (error) {
    throw isBusy(error) ? lockTaken() : error;
  }
}

/** Keeps this thread from beginning transactions until `returnLock`; none may be open. @throws LockTaken when it does already */
export function lendLock(): void {
  if (lent) throw lockTaken();
  lent = true;
}

/** Lets this thread begin transactions again, and those who wait continue. */
export function returnLock(): void {
  lent = false;
  schedule();
}

/**
 * Runs synchronous work that begins with a transaction: at once, or in its turn when the write lock is taken. Work that is
 * refused the lock has changed nothing and is run again.
 * @param wait queues the work, if not as `queueWrite` does
 */
export function inTurn<T>(work: () => T, wait: () => Promise<T> = () => queueWrite(work)): T | Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!isBusy(error) || inTransaction()) throw error;
    return wait();
  }
}

/**
 * Runs synchronous work after all that waits for the write lock already.
 * @param signal gives the work up
 * @throws LockTaken when its turn doesn't come in time; what the work throws
 */
export function queueWrite<T>(work: () => T, signal?: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", giveUp);
      queue.delete(waiting);
    };
    const giveUp = () => {
      leave();
      reject(lockTaken());
    };
    const attempt = (): boolean => {
      serving = true;
      try {
        resolve(work());
      } catch (error) {
        if (isBusy(error)) return false;
        reject(error);
      } finally {
        serving = false;
      }
      leave();
      return true;
    };
    const waiting: Waiting = { attempt, since: performance.now() };
    const timer = setTimeout(giveUp, patience);
    if (signal?.aborted) return giveUp();
    signal?.addEventListener("abort", giveUp);
    queue.add(waiting);
    schedule();
  });
}

/** Returns how many changes wait for the write lock, and how long the first of them has waited, in milliseconds. */
export function writeQueue(): { waiting: number; longest: number } {
  const [first] = queue;
  return { waiting: queue.size, longest: first ? performance.now() - first.since : 0 };
}

/** Serves the queue soon. While the lock is lent, `returnLock` does. */
function schedule(pause = 0): void {
  if (scheduled || lent || queue.size === 0) return;
  scheduled = true;
  if (pause > 0) setTimeout(serve, pause);
  else setImmediate(serve);
}

/** Serves those who wait, in their order, for a slice of this turn. */
function serve(): void {
  scheduled = false;
  const until = performance.now() + SLICE;
  for (const { attempt } of queue) {
    if (lent) return;
    if (!attempt()) {
      schedule(PAUSE);
      return;
    }
    if (performance.now() >= until) break;
  }
  schedule();
}

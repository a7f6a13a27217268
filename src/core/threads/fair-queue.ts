/**
 * The order in which work waits for a thread: first that of the user whose work has taken least, and of one user's work the short
 * before the long. So nobody waits for all that somebody else has asked for at once.
 */
import { Problem } from "../../http/errors";

/** Work that waits. */
export type QueuedWork = {
  /** The user who asked for it; "" for the program itself. */
  userId: string;
  /** Milliseconds that it is expected to take. */
  expected: number;
};

/** The most work that may wait: of one user, and of all. */
export type QueueLimits = { perUser: number; all: number };

/** Seconds after which whoever was refused may ask again. */
const RETRY_AFTER = "5";

const tooManyOfUser = (most: number) =>
  new Problem(429, `${most} of your requests of this kind are waiting already; nothing was changed`, {
    "Retry-After": RETRY_AFTER,
  });
const tooMany = () =>
  new Problem(503, "Too many requests of this kind are waiting; nothing was changed", { "Retry-After": RETRY_AFTER });

/** A user with work that waits or runs: how much of it, and how long all of it has taken, in milliseconds. */
type Account = { active: number; spent: number };

/** A queue of work. */
export type FairQueue<Work extends QueuedWork> = {
  /** Everything that waits, in the order in which it came. */
  readonly waiting: readonly Work[];
  /** @throws Problem 429 when too much of a user waits, 503 when too much of all does */
  requireRoom(userId: string): void;
  /** Adds work, for which the caller has required room unless it continues what runs already. */
  add(work: Work): void;
  /** Takes out everything that waits. */
  clear(): Work[];
  /** Takes the next of the work that is eligible, which then counts as running; undefined when there is none. */
  take(isEligible?: (work: Work) => boolean): Work | undefined;
  /** Takes work out that nobody waits for any more. @returns whether it was waiting */
  withdraw(work: Work): boolean;
  /** Notes that work which was taken has ended, after some milliseconds. */
  finish(work: Work, took: number): void;
};

/** Creates an empty queue. */
export function createFairQueue<Work extends QueuedWork>({ perUser, all }: QueueLimits): FairQueue<Work> {
  const waiting: Work[] = [];
  const accounts = new Map<string, Account>();

  /** Returns the account of a user. A new one starts where the least served are, neither before nor behind them. */
  function accountOf(userId: string): Account {
    const known = accounts.get(userId);
    if (known) return known;
    const least = Math.min(...accounts.values().map(({ spent }) => spent));
    const account = { active: 0, spent: Number.isFinite(least) ? least : 0 };
    accounts.set(userId, account);
    return account;
  }

  function leave(userId: string): void {
    const account = accountOf(userId);
    account.active -= 1;
    if (account.active === 0) accounts.delete(userId);
  }

  const comesBefore = (one: Work, other: Work): boolean => {
    const difference = accountOf(one.userId).spent - accountOf(other.userId).spent;
    return difference < 0 || (difference === 0 && one.expected < other.expected);
  };

  return {
    waiting,
    requireRoom(userId) {
      const own = waiting.filter((each) => each.userId === userId).length;
      if (userId !== "" && own >= perUser) throw tooManyOfUser(perUser);
      if (waiting.length >= all) throw tooMany();
    },
    add(work) {
      waiting.push(work);
      accountOf(work.userId).active += 1;
    },
    clear() {
      accounts.clear();
      return waiting.splice(0);
    },
    take(isEligible = () => true) {
      let first: Work | undefined;
      for (const work of waiting) if (isEligible(work) && (!first || comesBefore(work, first))) first = work;
      if (!first) return undefined;
      waiting.splice(waiting.indexOf(first), 1);
      accountOf(first.userId).spent += first.expected;
      return first;
    },
    withdraw(work) {
      const place = waiting.indexOf(work);
      if (place < 0) return false;
      waiting.splice(place, 1);
      leave(work.userId);
      return true;
    },
    finish({ userId, expected }, took) {
      accountOf(userId).spent += took - expected;
      leave(userId);
    },
  };
}

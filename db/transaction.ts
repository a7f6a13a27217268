/**
 * Transactions and savepoints. The transactions of one turn of the event loop share a commit, because a commit costs as much
 * as a dozen small changes: the first begins a transaction of SQLite's, the others are savepoints in it, and it is committed
 * at the end of the turn. Changes are acknowledged after `durable`, which waits for that commit.
 */
import { clearLoadedSince, clearUntilWrite, loadsSoFar, noticeEngine, totalChanges } from "./cache";
import { noteCommit } from "./checkpoints";
import { connection, inTransaction, nested, statement, transactionDepth } from "./connection";
import { indexingAtEnd } from "./deferred-indexing";
import { noteChange, noteCommitted, noteLoss } from "./durability";
import { noteMoment } from "./history";
import { acquireLock, inTurn, lendLock } from "./write-lock";

export { inTransaction } from "./connection";
export { inTurn, returnLock } from "./write-lock";

/** Work to do once at the end of a transaction, with one of its items. */
type DeferredWork = { work: (items: never[]) => void; item: unknown };

/** True when the transactions of a turn share a commit. */
let sharing = false;
/** True when a transaction of SQLite's is open. */
let begun = false;
/** The loads of caches before the open transaction of SQLite's. */
let loadsBeforeBegin = 0;
/** The functions that are called after the commit. */
let listeners: (() => void)[] = [];
let deferred: DeferredWork[] = [];

/** Sets whether the transactions of a turn share a commit; otherwise each is committed at its end. */
export function shareCommits(share: boolean): void {
  sharing = share;
}

/**
 * Runs synchronous work in a transaction, or as part of the running one. An error rolls everything back.
 * @throws LockTaken when the write lock is taken; the caller runs `inTurn` if it can wait
 */
export function transaction<T>(work: () => T): T {
  if (inTransaction()) return work();
  // The first of a turn needs no savepoint: it is rolled back as a whole.
  const name = begun ? "transaction_0" : undefined;
  begin();
  const result = reversible(name, () => {
    const value = work();
    runDeferred();
    return value;
  });
  noteChange();
  clearUntilWrite();
  const failure = sharing ? undefined : commit();
  if (failure) throw failure;
  return result;
}

/**
 * Works as `transaction`, for work that may write thousands of rows: it begins a new transaction of SQLite's,
 * because a savepoint keeps its original pages in memory and searches them with each statement, and brings the full-text
 * index up to date once at its end.
 */
export function largeTransaction<T>(work: () => T): T {
  if (inTransaction()) return work();
  commit();
  return transaction(() =>
    indexingAtEnd(() => {
      const result = work();
      runDeferred();
      return result;
    }),
  );
}

/** Works as `transaction`, for functions that may wait: while the write lock is taken, the work waits for its turn. */
export const transactionInTurn = <T>(work: () => T): T | Promise<T> => inTurn(() => transaction(work));

/** Runs the work in a savepoint: an error rolls back only the work, and the enclosing transaction continues. */
export const savepoint = <T>(work: () => T): T =>
  inTransaction() ? reversible(`savepoint_${transactionDepth()}`, work) : transaction(work);

/** The error by which `rehearse` rolls back its work. */
class RehearsalEnd<T> extends Error {
  constructor(readonly result: T) {
    super("rehearsed");
  }
}

/** Runs the work and rolls it back (a dry run), inside or outside a transaction; returns its result. */
export function rehearse<T>(work: () => T): T {
  try {
    return (inTransaction() ? savepoint : largeTransaction)(() => {
      throw new RehearsalEnd(work());
    });
  } catch (error) {
    if (error instanceof RehearsalEnd) return error.result as T;
    throw error;
  }
}

/** Calls the listener once after the running transaction is committed; at once outside a transaction. */
export function afterCommit(listener: () => void): void {
  if (!inTransaction()) listener();
  else if (listeners.at(-1) !== listener) listeners.push(listener);
}

/**
 * Adds an item for work that runs once, at the end of the running transaction and as part of it, with all of its items.
 * Items added in a savepoint that is rolled back are dropped.
 */
export function beforeCommit<T>(work: (items: T[]) => void, item: T): void {
  deferred.push({ work: work as DeferredWork["work"], item });
}

/**
 * Runs the work that was deferred to the end of the running transaction now, as part of it. A long transaction of several
 * steps calls it after each, so that what follows from a step is there before the next.
 */
export function runDeferred(): void {
  while (deferred.length > 0) {
    const due = deferred;
    deferred = [];
    for (const [work, items] of Map.groupBy(due, (entry) => entry.work)) work(items.map(({ item }) => item) as never[]);
  }
}

/** Runs the work; an error rolls back to the savepoint `name`, or without one the whole transaction of SQLite's. */
function reversible<T>(name: string | undefined, work: () => T): T {
  const listenersBefore = listeners.length;
  const deferredBefore = deferred.length;
  const loadsBefore = loadsSoFar();
  const changesBefore = name ? totalChanges() : 0;
  if (name) statement(`SAVEPOINT ${name}`).run();
  try {
    const result = nested(work);
    if (name) statement(`RELEASE ${name}`).run();
    return result;
  } catch (error) {
    listeners.length = listenersBefore;
    deferred.length = deferredBefore;
    // A savepoint that has changed nothing has made nothing true that isn't true afterwards.
    if (name) rollBackTo(name, totalChanges() === changesBefore ? loadsSoFar() : loadsBefore, error);
    else rollBack();
    throw error;
  }
}

function rollBackTo(name: string, loadsBefore: number, error: unknown): void {
  try {
    statement(`ROLLBACK TO ${name}`).run();
    statement(`RELEASE ${name}`).run();
    clearLoadedSince(loadsBefore);
  } catch {
    // On a full disk SQLite has rolled back the whole transaction.
    lose(error);
  }
}

/** Begins the transaction of SQLite's that the transactions of this turn share. */
function begin(): void {
  if (begun) return;
  acquireLock();
  begun = true;
  noticeEngine();
  loadsBeforeBegin = loadsSoFar();
  if (sharing) setImmediate(commit);
}

/** Commits the open transaction. @returns the error if that fails; everything is then rolled back, which `durable` reports */
export function commit(): Error | undefined {
  if (!begun) return undefined;
  const notified = listeners;
  try {
    noteMoment();
    statement("COMMIT").run();
  } catch (error) {
    lose(error);
    return error as Error;
  }
  begun = false;
  listeners = [];
  noteCommitted();
  noticeEngine();
  noteCommit(lend);
  for (const listener of notified) listener();
  return undefined;
}

/**
 * Commits what is open and leaves the write lock to another thread, until `returnLock`.
 * @throws LockTaken also while another program has it
 */
export function lend(): void {
  commit();
  acquireLock();
  statement("ROLLBACK").run();
  lendLock();
}

/** Rolls back the open transaction, which `durable` reports to everybody who waits for its changes. */
function lose(error: unknown): void {
  rollBack();
  noteLoss(error);
}

function rollBack(): void {
  if (connection().inTransaction) statement("ROLLBACK").run();
  begun = false;
  listeners = [];
  deferred = [];
  clearLoadedSince(loadsBeforeBegin);
}

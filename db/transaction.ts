/**
 * Transactions, savepoints, and the commit that the transactions of one turn of the event loop share.
 *
 * Writing a commit into the log costs as much as a dozen small changes. So the first transaction of a turn begins one of
 * SQLite's, those after it are savepoints in it, and it is committed at the end of the turn. Whoever acknowledges a
 * change waits for `durable`, which comes after that commit.
 */
import { dropCaches, dropUntilWrite } from "./cache";
import { noteCommit } from "./checkpoints";
import { connection, inTransaction, nested, statement, transactionDepth } from "./connection";
import { noteChange, noteKept, noteLoss } from "./durability";

export { inTransaction } from "./connection";

/** Work that is done once before a commit, with one of the items that were noted for it. */
type Conclusion = { work: (items: never[]) => void; item: unknown };

/** Whether the transactions of a turn share a commit. */
let sharing = false;
/** Whether a transaction of SQLite's has begun that isn't committed yet. */
let begun = false;
/** Called once the commit is made. */
let listeners: (() => void)[] = [];
let conclusions: Conclusion[] = [];

/** Sets whether the transactions of a turn of the event loop share a commit; otherwise each is committed at its end. */
export function shareCommits(share: boolean): void {
  sharing = share;
}

/**
 * Runs the work in one transaction, or as part of the one that is already running. An error undoes everything, and no
 * listener is called. There must be no `await` in the work.
 */
export function transaction<T>(work: () => T): T {
  if (inTransaction()) return work();
  // The first of a turn needs no savepoint: what has begun with it is undone with it.
  const name = begun ? "transaction_0" : undefined;
  begin();
  const result = undoable(name, () => {
    const value = work();
    conclude();
    return value;
  });
  noteChange();
  dropUntilWrite();
  const failure = sharing ? undefined : commit();
  if (failure) throw failure;
  return result;
}

/**
 * As `transaction`, for work that may write thousands of rows: it commits what has begun and is the first of those that
 * share the next commit. A savepoint keeps in memory what all of its pages were, and looks through that with each
 * statement.
 */
export function largeTransaction<T>(work: () => T): T {
  if (!inTransaction()) commit();
  return transaction(work);
}

/** Runs the work so that an error undoes only what the work did itself, and the transaction around it goes on. */
export const savepoint = <T>(work: () => T): T =>
  inTransaction() ? undoable(`savepoint_${transactionDepth()}`, work) : transaction(work);

/** Thrown by `rehearse` to undo its work. */
class Rehearsed<T> extends Error {
  constructor(readonly result: T) {
    super("rehearsed");
  }
}

/** Runs the work and undoes it, whether or not a transaction is running; returns what the work returned. */
export function rehearse<T>(work: () => T): T {
  try {
    return (inTransaction() ? savepoint : largeTransaction)(() => {
      throw new Rehearsed(work());
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.result as T;
    throw error;
  }
}

/** Calls the listener once, when the running transaction is committed; at once when none is running. */
export function afterCommit(listener: () => void): void {
  if (!inTransaction()) listener();
  else if (listeners.at(-1) !== listener) listeners.push(listener);
}

/**
 * Notes an item for work that is done once, at the end of the running transaction and as part of it, with all items that
 * were noted for it. An item noted in a savepoint that is undone is dropped.
 */
export function beforeCommit<T>(work: (items: T[]) => void, item: T): void {
  conclusions.push({ work: work as Conclusion["work"], item });
}

/** Does the work that was noted for the end; that may note more. */
function conclude(): void {
  while (conclusions.length > 0) {
    const noted = conclusions;
    conclusions = [];
    for (const [work, items] of Map.groupBy(noted, (conclusion) => conclusion.work))
      work(items.map(({ item }) => item) as never[]);
  }
}

/** @param name of the savepoint that an error goes back to; without one, an error undoes all that has begun */
function undoable<T>(name: string | undefined, work: () => T): T {
  const listenersBefore = listeners.length;
  const conclusionsBefore = conclusions.length;
  if (name) statement(`SAVEPOINT ${name}`).run();
  try {
    const result = nested(work);
    if (name) statement(`RELEASE ${name}`).run();
    return result;
  } catch (error) {
    listeners.length = listenersBefore;
    conclusions.length = conclusionsBefore;
    if (name) undo(name, error);
    else abandon();
    throw error;
  }
}

/** Goes back to a savepoint. */
function undo(name: string, error: unknown): void {
  try {
    statement(`ROLLBACK TO ${name}`).run();
    statement(`RELEASE ${name}`).run();
    dropCaches();
  } catch {
    // A full disk makes SQLite undo all that isn't committed, and there is nothing left to go back to.
    lose(error);
  }
}

/** Begins the transaction that the transactions of this turn are part of. */
function begin(): void {
  if (begun) return;
  statement("BEGIN IMMEDIATE").run();
  begun = true;
  if (sharing) setImmediate(commit);
}

/**
 * Commits what has begun.
 * @returns the error when it fails: everything was then undone, and `durable` reports it to those who wait
 */
export function commit(): Error | undefined {
  if (!begun) return undefined;
  const called = listeners;
  try {
    statement("COMMIT").run();
  } catch (error) {
    lose(error);
    return error as Error;
  }
  begun = false;
  listeners = [];
  noteKept();
  noteCommit(commit);
  for (const listener of called) listener();
  return undefined;
}

/** Undoes what has begun, and lets `durable` report it to everybody who has a part in it. */
function lose(error: unknown): void {
  abandon();
  noteLoss(error);
}

/** Undoes what has begun. */
function abandon(): void {
  if (connection().inTransaction) statement("ROLLBACK").run();
  begun = false;
  listeners = [];
  conclusions = [];
  dropCaches();
}

/**
 * The database as services use it: tables, statements, transactions and caches.
 *
 * The idea: one connection with synchronous access. A transaction is never interleaved with another request's, so services
 * are plain functions, and a check stays true until the change that relies on it. The transactions of one turn of the event
 * loop share a commit, requests that wait share a sync, and an answer to a change waits for it. Threads that only read have
 * connections of their own, with the same functions.
 *
 * Pitfalls:
 * - There is no `await` in a transaction. Network calls and hashing come before or after it, and then `transactionInTurn`
 *   writes.
 * - `transaction` throws `LockTaken` while another thread or program writes; the operation is run again from its beginning.
 *   So nothing before a transaction may have an effect outside of it.
 * - A transaction within a turn is a savepoint, which stores the pages that it changes. Work on thousands of rows begins
 *   with `largeTransaction`, or runs as an operation that `writesMuch`.
 * - Code after `transaction` is not after the commit: `afterCommit` is, and only `durable()` means that it is on the disk.
 * - A query in a loop is a fault: `inList`, `among` and their like take any number of values as one parameter. A list never
 *   becomes part of the text of a statement, as each text stays prepared.
 * - Foreign keys run actions that OR IGNORE of a trigger doesn't catch, and triggers note the rows that change: a write
 *   from elsewhere than this connection lacks both.
 *
 * Notes for its users: Drizzle for single rows, `statement` for sets and hot paths; `savepoint` where one of many rows may
 * fail; `rehearse` for dry runs; `cached` for what is read by every request. Only files of `db/` import the driver.
 */
export { cached, cachedUntilWrite, noticeWrites } from "./cache";
export { type Sources, watchRows } from "./changed-rows";
export { db, hasSearchIndex, statement, type TableName, tables, UnusableDatabase } from "./client";
export { violatedConstraint } from "./errors";
export { fold, nameKeyOf } from "./folding";
export { releaseReferences } from "./references";
export {
  among,
  cardNumber,
  cardNumbers,
  columnInList,
  inList,
  inUuidList,
  listOf,
  notInList,
  relationTypeNumber,
  relationTypeNumbers,
  uuidBytes,
} from "./sql";
export {
  afterCommit,
  beforeCommit,
  inTransaction,
  inTurn,
  largeTransaction,
  rehearse,
  runDeferred,
  savepoint,
  transaction,
  transactionInTurn,
} from "./transaction";
export { allNumbers, allValues, firstValue, hasRow } from "./values";

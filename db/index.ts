/** The database as services use it: tables, statements, transactions and caches. */
export { cached, keptUntilWrite, noticeWrites } from "./cache";
export { db, statement, tables, UnusableDatabase } from "./client";
export { columnInList, inList, listOf, notInList } from "./sql";
export {
  afterCommit,
  beforeCommit,
  inTransaction,
  inTurn,
  largeTransaction,
  rehearse,
  savepoint,
  transaction,
  transactionInTurn,
} from "./transaction";

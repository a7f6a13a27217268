/** The database as services use it: tables, statements, transactions and caches. */
export { cached, keptUntilWrite, noticeWrites } from "./cache";
export { type Sources, watchRows } from "./changed-rows";
export { db, statement, tables, UnusableDatabase } from "./client";
export { violatedConstraint } from "./errors";
export { fold, nameKeyOf } from "./folding";
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
  savepoint,
  transaction,
  transactionInTurn,
} from "./transaction";

/** What services see of the database: tables, statements and transactions. Opening, committing and checking stay inside `db/`. */
export { cached, keptUntilWrite, noticeWrites } from "./cache";
export { db, statement, tables, UnusableDatabase } from "./client";
export { columnInList, inList, listOf, notInList } from "./sql";
export {
  afterCommit,
  beforeCommit,
  inTransaction,
  largeTransaction,
  rehearse,
  savepoint,
  transaction,
} from "./transaction";

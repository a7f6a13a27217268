/** The history of the landscape: what its rows held before they were changed. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { instant, jsonText } from "./columns";

/**
 * An entry for each change of a followed row, in the order of the changes, and one at the end of each transaction: its moment.
 * See db/history.ts.
 */
export const formerRows = sqliteTable("former_rows", {
  seq: integer("seq").primaryKey(),
  table_name: text("table_name"),
  /** The primary key of the row; of several columns, their values as a list. */
  key: text("key"),
  change: text("change", { enum: ["created", "updated", "deleted"] }),
  /** The values that the row had before: of an update those that differ, of a deletion all. Bytes are hexadecimal. */
  former: jsonText("former"),
  /** Of a moment: the instant, never before that of the moment before it, and the last entry of the journal. */
  at: instant("at"),
  event: integer("event"),
});

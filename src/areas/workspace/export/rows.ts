/** Reads the rows of a table page by page, so that none is in memory as a whole. */
import type { ReadConnection } from "../../../../db/read-connection";

/** A value of a row. */
export type Value = string | number | Uint8Array | null;

const PAGE = 500;

/**
 * The rows of a query over the table `t`, in the order of their numbers.
 * @param select the columns
 * @param from the table `t` and what is joined with it
 */
export function* rowsOf(
  connection: ReadConnection,
  select: readonly string[],
  from: string,
  where = "TRUE",
): Generator<Value[]> {
  for (let last = 0; ; ) {
    const page = connection.rows<[number, ...Value[]]>(
      `SELECT t.rowid, ${select.join(", ")} FROM ${from} WHERE t.rowid > +?1 AND (${where}) ORDER BY t.rowid LIMIT ${PAGE}`,
      last,
    );
    for (const [number, ...values] of page) {
      last = number;
      yield values;
    }
    if (page.length < PAGE) return;
  }
}

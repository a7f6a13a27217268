/** The size of a filled landscape's file. */
import { Database } from "bun:sqlite";
import { filledFile } from "../filled";
import type { Figure } from "../report";

const MIB = 1_024 ** 2;
/** MiB that a hundred thousand cards with their relations, history and indexes may take. */
const PER_100_000 = 240;

/** Bytes of the file, and of those the ones that what people do on the cards takes. */
const SIZES = `SELECT sum(pgsize) AS bytes, sum(pgsize) FILTER (WHERE tbl_name IN ('todos', 'comments')) AS work
  FROM dbstat LEFT JOIN sqlite_schema USING (name)`;

/** Returns the size of a file with so many cards, three times as many relations and one event for each card. */
export async function size(cards: number): Promise<Figure> {
  const sqlite = new Database(await filledFile(cards), { readonly: true, strict: true });
  const { bytes, work } = sqlite.query(SIZES).get() as { bytes: number; work: number };
  sqlite.close();
  const landscape = bytes - work;
  return {
    what: `file of ${cards.toLocaleString("en")} cards and ${(3 * cards).toLocaleString("en")} relations`,
    figure: landscape / MIB,
    unit: "MiB",
    atMost: (PER_100_000 * cards) / 100_000,
    from: `${Math.round(landscape / cards).toLocaleString("en")} bytes for each card; todos and comments on them take ${(work / MIB).toFixed(0)} MiB more`,
  };
}

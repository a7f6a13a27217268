/**
 * The full-text index of a large transaction. FTS5 writes what it has in memory with every statement that may be undone by
 * itself, which takes longer than the rest of a change; so triggers note the cards whose texts a large transaction changes, and
 * the index is brought up to date at its end, by one statement for all. The writer thread does that after the commit of a very large one,
 * in slices between which others write: until then the triggers note cards, and a search reads the noted cards too.
 */
import type { Database } from "bun:sqlite";
import { connection, statement } from "./connection";
import { hasRow } from "./values";

/** Noted cards from which on the index is brought up to date after the commit: they take some 30 ms. */
const MANY = 1_000;
/** Noted cards that one slice indexes, in some 60 ms. */
const SLICE = 2_000;

let isFollowedUp = false;

/** Runs synchronous work after whose transaction `indexSlice` is called until nothing is noted. */
export function indexingAfterwards<T>(work: () => T): T {
  isFollowedUp = true;
  try {
    return work();
  } finally {
    isFollowedUp = false;
  }
}

/** Runs the work, which is a whole transaction, with the full-text index brought up to date at its end, or soon afterwards. */
export function indexingAtEnd<T>(work: () => T): T {
  const { changes } = statement("INSERT INTO unindexed_cards(seq) VALUES (0) ON CONFLICT DO NOTHING").run();
  const result = work();
  // An earlier change that has left cards is followed up, and this one with it.
  if (changes > 0 && !(isFollowedUp && notesMany())) indexNoted(connection());
  return result;
}

const notesMany = () => hasRow("SELECT 1 FROM unindexed_cards WHERE seq > 0 LIMIT 1 OFFSET ?", MANY);

/** Checks whether the index lacks texts of cards, which are noted. */
export const isIndexBehind = (): boolean => hasRow("SELECT 1 FROM unindexed_cards WHERE seq > 0");

/** Indexes some of the noted cards; part of a large transaction. */
export const indexSlice = (): void => indexNoted(connection(), SLICE);

/** Makes the index anew when cards are noted that a process has not come to, whatever these notes are. */
export function completeIndex(sqlite: Database): void {
  if (sqlite.query("SELECT 1 FROM unindexed_cards").get() === null) return;
  sqlite.run("INSERT INTO cards_search(cards_search) VALUES ('rebuild')");
  sqlite.run("DELETE FROM unindexed_cards");
}

/** Brings the index up to date with the noted cards, or the first of them; the triggers note no more once it is. */
function indexNoted(sqlite: Database, most = -1): void {
  const { last } = sqlite
    .query<{ last: number }, [number]>(
      "SELECT coalesce(max(seq), 0) AS last FROM (SELECT seq FROM unindexed_cards WHERE seq > 0 ORDER BY seq LIMIT ?)",
    )
    .get(most) as { last: number };
  if (last > 0) {
    sqlite.run(
      `INSERT INTO cards_search(cards_search, rowid, name, description)
       SELECT 'delete', seq, name, description FROM unindexed_cards WHERE name IS NOT NULL AND seq BETWEEN 1 AND ?`,
      [last],
    );
    sqlite.run(
      `INSERT INTO cards_search(rowid, name, description)
       SELECT c.seq, c.name, c.description FROM unindexed_cards u CROSS JOIN cards c ON c.seq = u.seq
       WHERE u.seq BETWEEN 1 AND ?`,
      [last],
    );
    sqlite.run("DELETE FROM unindexed_cards WHERE seq BETWEEN 1 AND ?", [last]);
  }
  sqlite.run("DELETE FROM unindexed_cards WHERE seq = 0 AND NOT EXISTS (SELECT 1 FROM unindexed_cards WHERE seq > 0)");
}

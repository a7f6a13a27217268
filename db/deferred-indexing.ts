/**
 * The full-text index of a large transaction. FTS5 writes what it has in memory with every statement that may be undone by
 * itself, which takes longer than the rest of a change; so triggers note the cards whose texts a large transaction changes, and
 * the index is brought up to date at its end, by one statement for all.
 */
import { statement } from "./connection";

let isDeferring = false;

/** Runs the work, which is a whole transaction, with the full-text index brought up to date at its end. */
export function indexingAtEnd<T>(work: () => T): T {
  statement("INSERT INTO unindexed_cards(seq) VALUES (0)").run();
  isDeferring = true;
  try {
    const result = work();
    catchUpIndexing();
    statement("DELETE FROM unindexed_cards").run();
    return result;
  } finally {
    isDeferring = false;
  }
}

/** Brings the full-text index up to date with what the running transaction has changed, for a search in it. */
export function catchUpIndexing(): void {
  if (!isDeferring) return;
  statement(
    `INSERT INTO cards_search(cards_search, rowid, name, description)
     SELECT 'delete', seq, name, description FROM unindexed_cards WHERE name IS NOT NULL`,
  ).run();
  statement(
    `INSERT INTO cards_search(rowid, name, description)
     SELECT c.seq, c.name, c.description FROM unindexed_cards u CROSS JOIN cards c ON c.seq = u.seq`,
  ).run();
  statement("DELETE FROM unindexed_cards WHERE seq > 0").run();
}

/** The relations between cards. */
import { fragment, type Query, rowsOf } from "./rows";

/**
 * The pairs of cards, by number, that any relation links; each once.
 * @param one a query of the numbers of cards that come first in the pairs
 * @param directed only from the first to the second
 */
export function linkedPairs(one: Query, other: Query, directed = false): [one: number, other: number][] {
  const back = directed
    ? ""
    : "UNION SELECT target_seq, source_seq FROM relations WHERE target_seq IN one AND source_seq IN other";
  return rowsOf(
    fragment(
      `WITH one AS MATERIALIZED (${one.sql}), other AS MATERIALIZED (${other.sql})
       SELECT source_seq, target_seq FROM relations WHERE source_seq IN one AND target_seq IN other ${back} ORDER BY 1, 2`,
      ...one.values,
      ...other.values,
    ),
  );
}

/** The pairs of cards, by number, of which the first is one of these, and that any relation links; each once. */
export const linksOf = (cards: Query): [one: number, other: number][] =>
  rowsOf(
    fragment(
      `WITH one AS MATERIALIZED (${cards.sql})
       SELECT source_seq, target_seq FROM relations WHERE source_seq IN one
       UNION SELECT target_seq, source_seq FROM relations WHERE target_seq IN one ORDER BY 1, 2`,
      ...cards.values,
    ),
  );

/** A query of the numbers of what cards are related to, in either direction. */
export const linkedTo = (cards: Query): Query =>
  fragment(
    `WITH one AS MATERIALIZED (${cards.sql}) SELECT target_seq FROM relations WHERE source_seq IN one
     UNION SELECT source_seq FROM relations WHERE target_seq IN one`,
    ...cards.values,
  );

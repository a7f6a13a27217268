/** Which cards are related to which. */
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

/**
 * The active cards that cards are related to in either direction, each once for each card.
 * @param cards a query of the numbers of cards
 * @param peers SQL for the condition on a related card `p`, with its values
 * @param columns SQL for what is read of a related card `p`
 */
export const peersOf = (cards: Query, peers: Query, columns: string): Query =>
  fragment(
    `WITH one AS MATERIALIZED (${cards.sql}), link(one, other) AS (
       SELECT source_seq, target_seq FROM relations WHERE source_seq IN one
       UNION SELECT target_seq, source_seq FROM relations WHERE target_seq IN one)
     SELECT link.one, ${columns} FROM link JOIN cards p ON p.seq = link.other
     WHERE p.status = 'ACTIVE' AND ${peers.sql}`,
    ...cards.values,
    ...peers.values,
  );

/** The relations between cards. */
import type { Actor } from "../../core/access/actor";
import { relationAttributes } from "./redaction";
import { fragment, grouped, object, type Query, rowsOf, scalar, stored } from "./rows";

/**
 * Returns the pairs of cards, by number, that any relation links; each once.
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

/** Identifies a pair of cards by their numbers. */
const pairKey = (one: number, other: number) => `${one} ${other}`;

/**
 * Finds the relations that link pairs of cards, as JSON texts, oldest first, without the costs that the actor may not see.
 * @param one a query of the numbers of cards that come first in the pairs
 * @param directed only from the first to the second
 * @returns a function from a pair
 */
export function relationsOfPairs(
  actor: Actor,
  one: Query,
  other: Query,
  directed: boolean,
): (one: number, other: number) => string[] {
  const attributes = relationAttributes(actor);
  const text = object({
    id: scalar("r.id"),
    type: scalar("y.key"),
    source_id: scalar("s.id"),
    attributes: stored(attributes.sql),
  });
  const linked = (first: string, second: string) =>
    `SELECT r.${first}, r.${second}, r.seq, ${text} FROM relations r JOIN relation_types y ON y.seq = r.type_seq
     JOIN cards s ON s.seq = r.source_seq WHERE r.${first} IN one AND r.${second} IN other`;
  const back = directed ? "" : `UNION ALL ${linked("target_seq", "source_seq")}`;
  const rows = rowsOf<[number, number, number, string]>(
    fragment(
      `WITH one AS MATERIALIZED (${one.sql}), other AS MATERIALIZED (${other.sql})
       ${linked("source_seq", "target_seq")} ${back} ORDER BY 3`,
      ...one.values,
      ...other.values,
      ...attributes.values,
      ...(directed ? [] : attributes.values),
    ),
  );
  const byPair = grouped(rows.map(([first, second, , json]) => [pairKey(first, second), json]));
  return (first, second) => byPair.get(pairKey(first, second)) ?? [];
}

/** Returns the pairs of cards, by number, of which the first is one of these, and that any relation links; each once. */
export const linksOf = (cards: Query): [one: number, other: number][] =>
  rowsOf(
    fragment(
      `WITH one AS MATERIALIZED (${cards.sql})
       SELECT source_seq, target_seq FROM relations WHERE source_seq IN one
       UNION SELECT target_seq, source_seq FROM relations WHERE target_seq IN one ORDER BY 1, 2`,
      ...cards.values,
    ),
  );

/** Returns a query of the numbers of what cards are related to, in either direction. */
export const linkedTo = (cards: Query): Query =>
  fragment(
    `WITH one AS MATERIALIZED (${cards.sql}) SELECT target_seq FROM relations WHERE source_seq IN one
     UNION SELECT source_seq FROM relations WHERE target_seq IN one`,
    ...cards.values,
  );

/** The cards that follow others when their life ends. */
import { fragment, grouped, type Query, rowsOf } from "./rows";

/** A card that follows another. */
type Successor = { id: string; name: string; type: string };

/**
 * Maps number of a card → the active cards that succeed it, by name.
 * @param cards a query of the numbers of cards
 */
export function successorsOf(cards: Query): Map<number, Successor[]> {
  const rows = rowsOf<[number, string, string, string]>(
    fragment(
      `WITH one AS MATERIALIZED (${cards.sql})
       SELECT r.target_seq, s.id, s.name, s.type FROM relation_types y
       CROSS JOIN relations r ON r.type_seq = y.seq CROSS JOIN cards s ON s.seq = r.source_seq
       WHERE y.key LIKE '%Successor' AND r.target_seq IN one AND +s.status = 'ACTIVE' ORDER BY s.name, s.seq`,
      ...cards.values,
    ),
  );
  return grouped(rows.map(([seq, id, name, type]) => [seq, { id, name, type }]));
}

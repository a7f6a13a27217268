/** Suggesting people for a part in a card. */
import { statement } from "../../../db";
import { fold } from "../../../db/folding";
import { requireCard } from "../cards";
import type { PeopleQuery, SuggestedPerson } from "./model";

/** Neighbours of a card whose people are counted. */
const MAX_NEAR = 2_000;

const BY_NEIGHBOURS = `WITH near (seq) AS MATERIALIZED (
    SELECT target_seq FROM relations WHERE source_seq = ?1 UNION SELECT source_seq FROM relations WHERE target_seq = ?1
    UNION SELECT seq FROM cards WHERE parent_id = ?2 UNION SELECT seq FROM cards WHERE id = ?3 LIMIT ${MAX_NEAR}),
  parts AS (
    SELECT s.user_id, count(DISTINCT near.seq) AS neighbours FROM near CROSS JOIN cards c ON c.seq = near.seq
    JOIN stakeholders s ON s.card_id = c.id WHERE c.status = 'ACTIVE' GROUP BY s.user_id)
  SELECT u.id AS user_id, u.display_name, u.email, coalesce(parts.neighbours, 0) AS neighbours
  FROM users u LEFT JOIN parts ON parts.user_id = u.id
  WHERE u.is_active = 1 AND NOT EXISTS (
    SELECT 1 FROM stakeholders mine WHERE mine.card_id = ?2 AND mine.user_id = u.id AND (?4 IS NULL OR mine.role = ?4))
  ORDER BY 4 DESC, u.display_name, u.id`;

/**
 * Returns the active people who have no part in a card, or not the role that is asked for: those with parts in most of its
 * neighbours first, then by name.
 * @throws Problem 404
 */
export function suggestPeople(cardId: string, { role, q, limit }: PeopleQuery): SuggestedPerson[] {
  const card = requireCard(cardId);
  const sought = fold(q?.trim() ?? "");
  return statement<SuggestedPerson, [number, string, string | null, string | null]>(BY_NEIGHBOURS)
    .all(card.seq, card.id, card.parent_id, role ?? null)
    .filter(({ display_name, email }) => fold(display_name).includes(sought) || fold(email).includes(sought))
    .slice(0, limit);
}

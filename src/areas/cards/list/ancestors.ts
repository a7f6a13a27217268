/** The ancestors of the cards of a page. */
import { inList, listOf, statement } from "../../../../db";

/** Levels of a path. */
const LONGEST_PATH = 32;

type Ancestor = { id: string; name: string; type: string };

/**
 * Returns the ancestors of cards in any status, root first, by the ids of the cards.
 * @param whole false for parents alone
 */
export function ancestorsOfAll(cardIds: readonly string[], whole: boolean): Map<string, Ancestor[]> {
  const rows = statement<Ancestor & { card: string }, [string, number]>(
    `WITH RECURSIVE up (card, id, level) AS (
       SELECT c.id, c.parent_id, 1 FROM cards c WHERE ${inList("c.id")} AND c.parent_id IS NOT NULL
       UNION ALL SELECT up.card, c.parent_id, up.level + 1 FROM up JOIN cards c ON c.id = up.id
       WHERE c.parent_id IS NOT NULL AND up.level < ?)
     SELECT up.card, p.id, p.name, p.type FROM up JOIN cards p ON p.id = up.id ORDER BY up.level DESC`,
  ).all(listOf(cardIds), whole ? LONGEST_PATH : 1);
  const byCard = Map.groupBy(rows, ({ card }) => card);
  return new Map([...byCard].map(([card, path]) => [card, path.map(({ id, name, type }) => ({ id, name, type }))]));
}

/** Cards that are related to thousands of others, or have thousands of children: what is about all of them takes long. */
import { cardNumber, statement } from "../../../db";

/** Relations and children from which a card is a hub; to read and write out as many takes some twenty milliseconds. */
const MANY_NEIGHBOURS = 1_000;

/**
 * Checks whether a card has more relations and children than are read on the server's thread; counts no more than these, by
 * indexes.
 */
export function isHub(cardId: string): boolean {
  const some = (condition: string) => `(SELECT count(*) FROM (SELECT 1 FROM ${condition} LIMIT ${MANY_NEIGHBOURS}))`;
  const counts = [
    some(`relations WHERE source_seq = ${cardNumber("?1")}`),
    some(`relations WHERE target_seq = ${cardNumber("?1")}`),
    some("cards WHERE parent_id = ?1"),
  ];
  const row = statement<{ neighbours: number }, [string]>(`SELECT ${counts.join(" + ")} AS neighbours`).get(cardId);
  return (row?.neighbours ?? 0) >= MANY_NEIGHBOURS;
}

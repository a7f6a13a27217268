/** The cards that those of a report are related to, and their tags. */
import { hiddenCardTypes } from "../metamodel";
import { linkedTo } from "./links";
import { fragment, grouped, type Query, rowsOf } from "./rows";

/** A related card. */
export type Peer = { id: string; name: string; type: string };

/**
 * Maps number → the active card, by type and name, of all that cards are related to.
 * @param cards a query of their numbers
 */
export function peersOf(cards: Query): Map<number, Peer> {
  const linked = linkedTo(cards);
  const rows = rowsOf<[seq: number, id: string, name: string, type: string]>(
    fragment(
      `SELECT p.seq, p.id, p.name, p.type FROM cards p WHERE p.seq IN (${linked.sql}) AND +p.status = 'ACTIVE'
       ORDER BY p.type, p.name, p.seq`,
      ...linked.values,
    ),
  );
  return new Map(rows.map(([seq, id, name, type]) => [seq, { id, name, type }]));
}

/** Maps visible type → its cards, by name, as a JSON object. @param isShown whether a type is in it */
export function peersByType(peers: ReadonlyMap<number, Peer>, isShown: (type: string) => boolean): string {
  const hidden = new Set(hiddenCardTypes());
  const shown = [...peers.values()].filter(({ type }) => isShown(type) && !hidden.has(type));
  return JSON.stringify(Object.fromEntries(grouped(shown.map((peer) => [peer.type, peer]))));
}

/** Maps number of a card → the ids of its tags. */
export function tagsByCard(cards: Query): Map<number, string[]> {
  return grouped(
    rowsOf<[number, string]>(
      fragment(
        `SELECT c.seq, ct.tag_id FROM cards c JOIN card_tags ct ON ct.card_id = c.id WHERE c.seq IN (${cards.sql})
         ORDER BY c.seq, ct.tag_id`,
        ...cards.values,
      ),
    ),
  );
}

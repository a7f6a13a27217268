/** The cards that those of a report are related to. */
import { hiddenCardTypes } from "../metamodel";
import { linkedTo, linksOf } from "./links";
import { fragment, grouped, type Query, rowsOf } from "./rows";

/** A related card. */
export type Peer = { id: string; name: string; type: string };

export type Peers = {
  /** The active card with this number; undefined when it is none, or not related. */
  find(seq: number): Peer | undefined;
  /** The active cards that one is related to, each once, by id. */
  of(seq: number): Peer[];
  /** Visible type → its cards, by name, as a JSON object. @param isShown whether a type is in it */
  byType(isShown: (type: string) => boolean): string;
};

/** What cards are related to in either direction. @param cards a query of their numbers */
export function peersOf(cards: Query): Peers {
  const linked = linkedTo(cards);
  const rows = rowsOf<[seq: number, id: string, name: string, type: string]>(
    fragment(
      `SELECT p.seq, p.id, p.name, p.type FROM cards p WHERE p.seq IN (${linked.sql}) AND +p.status = 'ACTIVE'
       ORDER BY p.type, p.name, p.seq`,
      ...linked.values,
    ),
  );
  const peers = new Map(rows.map(([seq, id, name, type]): [number, Peer] => [seq, { id, name, type }]));
  const byCard = grouped(linksOf(cards));
  const hidden = new Set(hiddenCardTypes());
  return {
    find: (seq) => peers.get(seq),
    of: (seq) =>
      (byCard.get(seq) ?? [])
        .flatMap((other) => peers.get(other) ?? [])
        .sort((one, other) => (one.id < other.id ? -1 : 1)),
    byType(isShown) {
      const shown = [...peers.values()].filter(({ type }) => isShown(type) && !hidden.has(type));
      return JSON.stringify(Object.fromEntries(grouped(shown.map((peer) => [peer.type, peer]))));
    },
  };
}

/** The ids of those of a type, as a JSON array. */
export const idsOfType = (peers: readonly Peer[], type: string): string =>
  JSON.stringify(peers.filter((peer) => peer.type === type).map(({ id }) => id));

/** The ids of all by their type, as a JSON object. */
export const idsByType = (peers: readonly Peer[]): string =>
  JSON.stringify(Object.fromEntries(grouped(peers.map(({ type, id }) => [type, id]))));

/** Number of a card → the ids of its tags. */
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

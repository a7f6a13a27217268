/** What cards in a report are related to and tagged with. */
import { listOf, notInList } from "../../../db";
import { hiddenCardTypes } from "../metamodel";
import { peersOf } from "./links";
import { fragment, grouped, list, object, type Query, rowsOf, scalar } from "./rows";

/** A related card. */
type Peer = { id: string; type: string };

/** Number of a card → its related active cards, by id. @param peers SQL for the condition on a related card `p` */
export function peersByCard(cards: Query, peers: Query): Map<number, Peer[]> {
  const { sql, values } = peersOf(cards, peers, "p.type, p.id");
  const rows = rowsOf<[number, string, string]>(fragment(`${sql} ORDER BY 1, p.id`, ...values));
  return grouped(rows.map(([card, type, id]) => [card, { id, type }]));
}

/** The ids of those of a type, as a JSON array. */
export const idsOfType = (peers: readonly Peer[] | undefined, type: string): string =>
  JSON.stringify((peers ?? []).filter((peer) => peer.type === type).map(({ id }) => id));

/** The ids of all by their type, as a JSON object. */
export const idsByType = (peers: readonly Peer[] | undefined): string =>
  JSON.stringify(Object.fromEntries(grouped((peers ?? []).map(({ type, id }) => [type, id]))));

/** Visible type → its cards that any of the cards is related to, by name, as a JSON object. */
export function relatedCardsByType(cards: Query, peers: Query): string {
  const visible = fragment(`${peers.sql} AND ${notInList("p.type")}`, ...peers.values, listOf(hiddenCardTypes()));
  const reference = object({ id: scalar("p.id"), name: scalar("p.name"), type: scalar("p.type") });
  const { sql, values } = peersOf(cards, visible, `p.seq, p.type, p.name, ${reference} AS text`);
  const rows = rowsOf<[type: string, text: string]>(
    fragment(`SELECT DISTINCT type, text, name, seq FROM (${sql}) ORDER BY type, name, seq`, ...values),
  );
  const types = [...grouped(rows.map(([type, text]) => [type, text]))];
  return `{${types.map(([type, texts]) => `${JSON.stringify(type)}:${list(texts)}`).join(",")}}`;
}

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

/** What would happen: before a card is archived, and before it is brought back. */
import { listOf, notInList, statement } from "../../../../db";
import { hiddenCardTypes, relationType } from "../../metamodel";
import type { ArchiveImpact, RestoreImpact } from "../bulk/model";
import { descendantsOf } from "../hierarchy";
import { type CardRow, cardRows, findCard, parsed } from "../rows";

const refOf = ({ id, name, type, subtype }: Pick<CardRow, "id" | "name" | "type" | "subtype">) => ({
  id,
  name,
  type,
  subtype,
});

const byName = (one: { name: string }, other: { name: string }) =>
  one.name < other.name ? -1 : one.name > other.name ? 1 : 0;

/** The active children of a card, each with the size of its whole subtree, found with one walk. */
function childrenOf(card: CardRow): ArchiveImpact["children"] {
  return statement<ArchiveImpact["children"][number], [string]>(
    `WITH RECURSIVE down (root, id, level) AS (
       SELECT id, id, 0 FROM cards WHERE parent_id = ? AND status = 'ACTIVE'
       UNION SELECT down.root, c.id, down.level + 1 FROM cards c JOIN down ON c.parent_id = down.id WHERE down.level < 64)
     SELECT c.id, c.name, c.type, c.subtype, c.approval_status, count(*) - 1 AS descendants_count
     FROM down JOIN cards c ON c.id = down.root GROUP BY c.id ORDER BY c.name, c.seq`,
  ).all(card.id);
}

type Peer = Pick<CardRow, "id" | "name" | "type" | "subtype"> & { relation_id: string; relation_type_key: string };

function peersOf(card: CardRow, own: "source_id" | "target_id", peer: "source_id" | "target_id"): Peer[] {
  return statement<Peer, [string, string]>(
    `SELECT c.id, c.name, c.type, c.subtype, r.id AS relation_id, r.type AS relation_type_key
     FROM relations r JOIN cards c ON c.id = r.${peer}
     WHERE r.${own} = ? AND c.status <> 'ARCHIVED' AND ${notInList("c.type")} ORDER BY r.seq`,
  ).all(card.id, listOf(hiddenCardTypes()));
}

function relatedCards(card: CardRow): ArchiveImpact["related_cards"] {
  const outgoing = peersOf(card, "source_id", "target_id").map((peer) => ({
    ...peer,
    direction: "outgoing" as const,
    relation_label: relationType(peer.relation_type_key)?.label ?? peer.relation_type_key,
  }));
  const incoming = peersOf(card, "target_id", "source_id").map((peer) => {
    const type = relationType(peer.relation_type_key);
    return {
      ...peer,
      direction: "incoming" as const,
      relation_label: type?.reverse_label || type?.label || peer.relation_type_key,
    };
  });
  const key = (row: ArchiveImpact["related_cards"][number]) =>
    `${row.relation_label.toLowerCase()}\u0000${row.name.toLowerCase()}`;
  return [...outgoing, ...incoming].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** What archiving a card would touch: its children, all that lies below it, and the cards that are related to it. */
export function archiveImpact(card: CardRow): ArchiveImpact {
  const descendants = descendantsOf(card.id);
  const children = childrenOf(card);
  const grandparent = card.parent_id === null ? null : findCard(card.parent_id);
  return {
    child_count: children.length,
    descendant_count: descendants.length,
    approved_descendant_count: descendants.filter((row) => row.approval_status === "APPROVED").length,
    grandparent: grandparent && refOf(grandparent),
    children,
    related_cards: relatedCards(card),
  };
}

/** The cards that were archived together with a card the last time and are archived still. */
export function restoreImpact(card: CardRow): RestoreImpact {
  const last = statement<{ data: string }, [string]>(
    // The plus keeps the planner to the index of the card: there are far more events of a type.
    "SELECT data FROM events WHERE card_id = ? AND +event_type = 'card.archived.batch' ORDER BY seq DESC LIMIT 1",
  ).get(card.id);
  if (!last) return { passengers: [] };
  const data = parsed(last.data) as { affected_children_ids?: string[]; affected_related_card_ids?: string[] };
  const children = new Set(data.affected_children_ids ?? []);
  const passengers = cardRows([...children, ...(data.affected_related_card_ids ?? [])])
    .filter((row) => row.status === "ARCHIVED")
    .map((row) => ({ ...refOf(row), role: children.has(row.id) ? ("child" as const) : ("related" as const) }));
  return { passengers: passengers.sort(byName) };
}

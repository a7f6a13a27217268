/** The cards that archiving or restoring a card would affect. */
import { statement } from "../../../../db";
import { parseObject } from "../../../platform/json";
import type { ArchiveImpact, RestoreImpact } from "../bulk/model";
import { descendantsOf } from "../hierarchy";
import { byText, queryRelations } from "../relation-summary";
import { type CardRow, findCard, findCards, requireCard } from "../repository";

type CardRef = Pick<CardRow, "id" | "name" | "type" | "subtype">;
type Peer = CardRef & { relation_id: string; relation_type_key: string };

const refOf = ({ id, name, type, subtype }: CardRef) => ({ id, name, type, subtype });

/** Returns the active children of a card, each with the number of its active descendants. */
function childrenOf(card: CardRow): ArchiveImpact["children"] {
  return statement<ArchiveImpact["children"][number], [string]>(
    `WITH RECURSIVE down (root, id, level) AS (
       SELECT id, id, 0 FROM cards WHERE parent_id = ? AND status = 'ACTIVE'
       UNION SELECT down.root, c.id, down.level + 1 FROM cards c JOIN down ON c.parent_id = down.id WHERE down.level < 64)
     SELECT c.id, c.name, c.type, c.subtype, c.approval_status, count(*) - 1 AS descendants_count
     FROM down JOIN cards c ON c.id = down.root GROUP BY c.id ORDER BY c.name, c.seq`,
  ).all(card.id);
}

/** Returns the cards related to a card, by the label of the relation and by name. */
const relatedCards = (card: CardRow): ArchiveImpact["related_cards"] =>
  queryRelations<Peer>(
    card.id,
    "c.id, c.name, c.type, c.subtype, r.id AS relation_id, y.key AS relation_type_key",
    "ORDER BY r.seq",
  )
    .map(({ label, ...peer }) => ({ ...peer, relation_label: label }))
    .sort(byText((peer) => `${peer.relation_label.toLowerCase()}\u0000${peer.name.toLowerCase()}`));

/** Returns the effects that archiving a card would have. @throws Problem 404 */
export function archiveImpact(cardId: string): ArchiveImpact {
  const card = requireCard(cardId);
  const descendants = descendantsOf(card.id);
  const children = childrenOf(card);
  const grandparent = card.parent_id === null ? undefined : findCard(card.parent_id);
  return {
    child_count: children.length,
    descendant_count: descendants.length,
    approved_descendant_count: descendants.filter((row) => row.approval_status === "APPROVED").length,
    grandparent: grandparent ? refOf(grandparent) : null,
    children,
    related_cards: relatedCards(card),
  };
}

/** Returns the cards that were last archived together with a card and are still archived, by name. @throws Problem 404 */
export function restoreImpact(cardId: string): RestoreImpact {
  const event = statement<{ data: string | null }, [string]>(
    // The plus makes the planner use the index of the card: there are far more events of a type.
    "SELECT data FROM events WHERE card_id = ? AND +event_type = 'card.archived.batch' ORDER BY seq DESC LIMIT 1",
  ).get(requireCard(cardId).id);
  if (!event) return { passengers: [] };
  const data = parseObject(event.data) as { affected_children_ids?: string[]; affected_related_card_ids?: string[] };
  const children = new Set(data.affected_children_ids);
  const passengers = findCards([...children, ...(data.affected_related_card_ids ?? [])])
    .filter((row) => row.status === "ARCHIVED")
    .map((row) => ({ ...refOf(row), role: children.has(row.id) ? ("child" as const) : ("related" as const) }));
  return { passengers: passengers.sort(byText(({ name }) => name)) };
}

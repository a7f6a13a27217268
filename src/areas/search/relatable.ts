/** Searching the cards that a card can be related to. */
import { statement } from "../../../db";
import { requireCard } from "../cards";
import { metamodel } from "../metamodel";
import { findCards } from "./cards";
import { MATCHES, type RelatableCard, type RelatableQuery } from "./model";

/** A relation that a card can have: its type, the card's end, and the type of the card at the other end. */
type Possible = RelatableCard["relations"][number] & { otherType: string };

/** Returns the relations that cards of a type can have; hidden relation types have none. */
function possibleRelations(type: string): Possible[] {
  return [...metamodel().relationTypes.values()].flatMap((relation) => {
    const { key, label, reverse_label, source_type_key, target_type_key, is_hidden } = relation;
    const from = { relation_type: key, side: "source" as const, label, otherType: target_type_key };
    const to = {
      relation_type: key,
      side: "target" as const,
      label: reverse_label ?? label,
      otherType: source_type_key,
    };
    if (is_hidden) return [];
    return [...(source_type_key === type ? [from] : []), ...(target_type_key === type ? [to] : [])];
  });
}

const keyOf = ({ relation_type, side }: Pick<Possible, "relation_type" | "side">) => `${side} ${relation_type}`;

type Existing = { seq: number; relation_type: string; side: Possible["side"] };

/** Maps number of a card → the relations that a card has with it already. */
function existingRelations(seq: number): Map<number, Set<string>> {
  const rows = statement<Existing, [number, number]>(
    `SELECT r.target_seq AS seq, y.key AS relation_type, 'source' AS side FROM relations r
     JOIN relation_types y ON y.seq = r.type_seq WHERE r.source_seq = ?
     UNION ALL SELECT r.source_seq, y.key, 'target' FROM relations r
     JOIN relation_types y ON y.seq = r.type_seq WHERE r.target_seq = ?`,
  ).all(seq, seq);
  const existing = new Map<number, Set<string>>();
  for (const row of rows) existing.set(row.seq, (existing.get(row.seq) ?? new Set()).add(keyOf(row)));
  return existing;
}

/** Cards that are found in addition to those that a caller asks for: some have all their relations already. */
const SPARE = 200;

/**
 * Returns the cards that match best, of those that a card can be related to in a way in which it isn't yet, best first.
 * @throws Problem 404
 */
export function relatableCards(cardId: string, { q, limit }: RelatableQuery): RelatableCard[] {
  const card = requireCard(cardId);
  const byType = Map.groupBy(possibleRelations(card.type), ({ otherType }) => otherType);
  const existing = existingRelations(card.seq);
  return findCards(q, [...byType.keys()], limit + SPARE, (seq) => seq === card.seq)
    .flatMap(({ seq, id, name, type, parent, rank }) => {
      const related = existing.get(seq);
      const relations = (byType.get(type) ?? []).filter((possible) => !related?.has(keyOf(possible)));
      if (relations.length === 0) return [];
      const match = MATCHES[rank] as RelatableCard["match"];
      return [
        { id, name, type, parent_name: parent, match, relations: relations.map(({ otherType: _, ...rest }) => rest) },
      ];
    })
    .slice(0, limit);
}

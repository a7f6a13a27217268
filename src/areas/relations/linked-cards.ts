/** The cards that a card is linked to by relations of one type in one direction, as a set that can be read and replaced. */
import { inList, listOf, relationTypeNumbers, statement } from "../../../db";
import { Problem } from "../../http/errors";
import type { CardRow } from "../cards";
import { relationType } from "../metamodel";
import type { RelationChange } from "./events";
import * as rows from "./rows";
import { createWithinCardinality } from "./service";

/** The relations of a type that a card has at one of its ends; `outgoing`: it is their source. */
export type Side = { type: string; direction: "outgoing" | "incoming" };

type LinkedCard = Side & { id: string; name: string };

/** Lists the active cards that a card is linked to by relations of some types, by name. */
export const listLinkedCards = ({ seq }: CardRow, types: readonly string[]): LinkedCard[] => {
  const side = (direction: Side["direction"], near: string, far: string) =>
    `SELECT '${direction}' AS direction, y.key AS type, p.id, p.name
     FROM relations r JOIN relation_types y ON y.seq = r.type_seq JOIN cards p ON p.seq = r.${far}_seq
     WHERE r.${near}_seq = ?1 AND r.type_seq IN ${relationTypeNumbers("?2")} AND p.status = 'ACTIVE'`;
  return statement<LinkedCard>(
    `${side("outgoing", "source", "target")} UNION ${side("incoming", "target", "source")} ORDER BY p.name, p.id`,
  ).all(seq, listOf(types));
};

/** Maps card id → its type, of those of the cards that are active. */
const activeTypes = (ids: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    statement<{ id: string; type: string }>(`SELECT id, type FROM cards WHERE ${inList("id")} AND status = 'ACTIVE'`)
      .all(listOf(ids))
      .map(({ id, type }) => [id, type]),
  );

/**
 * Links a card to exactly these cards: creates the relations that are missing, and deletes the others. Cards that are not
 * active or don't fit the relation type are passed over, and relations to cards that are not active are left alone. Part of
 * the running transaction; the caller passes the changes to `concludeChanges`.
 * @throws Problem 422 for a relation type that doesn't exist, doesn't fit the card, or allows fewer relations
 */
export function setLinkedCards(card: CardRow, { type, direction }: Side, peerIds: readonly string[]): RelationChange[] {
  const definition = relationType(type);
  if (!definition) throw new Problem(422, `Unknown relation type: ${type}`);
  const [near, far] = direction === "outgoing" ? (["source", "target"] as const) : (["target", "source"] as const);
  const fitting = definition[`${near}_type_key`];
  if (card.type !== fitting) throw new Problem(422, `The ${near} of ${type} must be a card of type ${fitting}`);

  const existing = rows.relationsAt(near, card.id, type);
  const linked = new Set(existing.map((relation) => relation[`${far}_id`]));
  const wanted = new Set(peerIds);
  const active = activeTypes([...linked, ...wanted]);
  const surplus = existing.filter((relation) => {
    const peer = relation[`${far}_id`];
    return active.has(peer) && !wanted.has(peer);
  });
  const missing = [...wanted].filter((id) => active.get(id) === definition[`${far}_type_key`] && !linked.has(id));

  for (const relation of surplus) rows.deleteRow(relation);
  const created = missing.map((id) => {
    const [source_id, target_id] = near === "source" ? [card.id, id] : [id, card.id];
    return rows.requireRelation(
      createWithinCardinality({ type, source_id, target_id, attributes: {}, description: null }),
    );
  });
  return [
    ...surplus.map((relation): RelationChange => ({ type: "relation.deleted", relation })),
    ...created.map((relation): RelationChange => ({ type: "relation.created", relation })),
  ];
}

/**
 * Links a card to those of some cards to which it isn't linked by relations of this type yet; cards that don't fit the
 * relation type are passed over. Part of the running transaction; the caller passes the changes to `concludeChanges`.
 * @param description of the relations that are created
 */
export function attachLinkedCards(
  sourceId: string,
  type: string,
  targetIds: readonly string[],
  description: string,
): RelationChange[] {
  const linked = new Set(rows.relationsAt("source", sourceId, type).map(({ target_id }) => target_id));
  const fitting = statement<{ id: string }>(
    `SELECT id FROM cards WHERE ${inList("id")} AND type = (SELECT target_type_key FROM relation_types WHERE key = ?)
     ORDER BY id`,
  ).all(listOf(targetIds), type);
  return fitting
    .filter(({ id }) => !linked.has(id))
    .map(({ id: target_id }) => {
      const id = rows.createRelationRow({ type, source_id: sourceId, target_id, attributes: {}, description });
      return { type: "relation.created", relation: rows.requireRelation(id) };
    });
}

/** What a formula sees of a card: its own data, the cards it is related to, and its children. */
import { statement } from "../../../db/client";
import { metamodel, type RelationType } from "../metamodel/types";
import type { FormulaScope, JsonObject } from "./formula";
import type { Needs } from "./plan";

/** A card that a formula is evaluated for; `lifecycle` and `attributes` are JSON text. */
export type Subject = {
  id: string;
  type: string;
  subtype: string | null;
  name: string;
  description: string | null;
  status: string;
  approval_status: string;
  lifecycle: string | null;
  attributes: string | null;
};

/** Everything in scope but the card's own data. */
export type Surroundings = Omit<FormulaScope, "data">;

/** A stored JSON object; an absent one is empty. */
export const storedObject = (text: string | null): JsonObject =>
  text === null ? {} : (JSON.parse(text) as JsonObject);

/** Those of the cards that exist, in the order of their creation. */
export const subjects = (ids: readonly string[]): Subject[] =>
  statement<Subject, [string]>(
    `SELECT id, type, subtype, name, description, status, approval_status, lifecycle, attributes FROM cards
     WHERE id IN (SELECT value FROM json_each(?)) ORDER BY seq`,
  ).all(JSON.stringify(ids));

/** The card's own fields, overlaid by its attributes. */
export const dataOf = (card: Omit<Subject, "id" | "type" | "attributes">, attributes: JsonObject): JsonObject => ({
  name: card.name,
  description: card.description,
  status: card.status,
  approval_status: card.approval_status,
  subtype: card.subtype,
  lifecycle: storedObject(card.lifecycle),
  ...attributes,
});

/** The relation types that a formula for cards of a type can see, of those that are read. */
export const visibleRelationTypes = (typeKey: string, wanted: Needs["relationTypes"]): RelationType[] =>
  wanted !== "all" && wanted.size === 0
    ? []
    : [...metamodel().relationTypes.values()].filter(
        (type) =>
          !type.isHidden &&
          (type.sourceTypeKey === typeKey || type.targetTypeKey === typeKey) &&
          (wanted === "all" || wanted.has(type.key)),
      );

/** Card id → relation type → entries, each describing the card at the other end. Archived ones are left out. */
function loadRelations(cardIds: string, types: readonly string[]): Map<string, Map<string, JsonObject[]>> {
  const rows = statement<unknown, [string, string]>(
    `SELECT source_id, target_id, type, attributes, seq FROM relations
     WHERE source_id IN (SELECT value FROM json_each(?1)) AND type IN (SELECT value FROM json_each(?2))
     UNION ALL
     SELECT target_id, source_id, type, attributes, seq FROM relations
     WHERE target_id IN (SELECT value FROM json_each(?1)) AND type IN (SELECT value FROM json_each(?2))
       AND source_id <> target_id
     ORDER BY seq`,
  ).values(cardIds, JSON.stringify(types)) as [string, string, string, string | null, number][];
  const peers = new Map(
    statement<Pick<Subject, "id" | "name" | "type" | "attributes">, [string]>(
      `SELECT id, name, type, attributes FROM cards
       WHERE id IN (SELECT value FROM json_each(?)) AND status = 'ACTIVE'`,
    )
      .all(JSON.stringify([...new Set(rows.map((row) => row[1]))]))
      .map(({ attributes, ...peer }) => [peer.id, { ...peer, attributes: storedObject(attributes) }]),
  );
  const byCard = new Map<string, Map<string, JsonObject[]>>();
  for (const [cardId, peerId, type, attributes] of rows) {
    const peer = peers.get(peerId);
    if (!peer) continue;
    let byType = byCard.get(cardId);
    if (!byType) byCard.set(cardId, (byType = new Map()));
    const entry = { ...peer, rel_attributes: storedObject(attributes) };
    const entries = byType.get(type);
    if (entries) entries.push(entry);
    else byType.set(type, [entry]);
  }
  return byCard;
}

type ChildRow = Pick<Subject, "id" | "name" | "type" | "subtype" | "attributes"> & { parent_id: string };

/** Card id → its active children, of any type. */
function loadChildren(cardIds: string): Map<string, JsonObject[]> {
  const rows = statement<ChildRow, [string]>(
    `SELECT id, name, type, subtype, attributes, parent_id FROM cards
     WHERE parent_id IN (SELECT value FROM json_each(?)) AND status = 'ACTIVE' ORDER BY seq`,
  ).all(cardIds);
  const byParent = new Map<string, JsonObject[]>();
  for (const { parent_id, attributes, ...child } of rows) {
    const entry = { ...child, attributes: storedObject(attributes) };
    const children = byParent.get(parent_id);
    if (children) children.push(entry);
    else byParent.set(parent_id, [entry]);
  }
  return byParent;
}

/**
 * What surrounds cards of one type, as far as it is read; three queries at most, whatever the number of cards.
 * @returns a function from the id of one of the cards
 */
export function surroundingsOf(
  typeKey: string,
  cardIds: readonly string[],
  needs: Needs,
): (cardId: string) => Surroundings {
  const ids = JSON.stringify(cardIds);
  const types = visibleRelationTypes(typeKey, needs.relationTypes).map((type) => type.key);
  const related = types.length > 0 ? loadRelations(ids, types) : undefined;
  const below = needs.children ? loadChildren(ids) : undefined;
  return (cardId) => {
    const own = related?.get(cardId);
    const relations = Object.fromEntries(types.map((type) => [type, own?.get(type) ?? []]));
    const children = below?.get(cardId) ?? [];
    return {
      relations,
      relation_count: Object.fromEntries(types.map((type) => [type, relations[type]?.length ?? 0])),
      children,
      children_count: children.length,
    };
  };
}

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

/** Shared by all that hold nothing: formulas only read. */
const EMPTY: JsonObject = {};

/** A stored JSON object; an absent one is empty. Not to be changed. */
export const storedObject = (text: string | null): JsonObject =>
  text === null || text === "{}" ? EMPTY : (JSON.parse(text) as JsonObject);

/** Those of the cards that exist, in the order given. */
export const subjects = (ids: readonly string[]): Subject[] =>
  statement<Subject, [string]>(
    `SELECT c.id, c.type, c.subtype, c.name, c.description, c.status, c.approval_status, c.lifecycle, c.attributes
     FROM json_each(?) AS wanted CROSS JOIN cards c ON c.id = wanted.value ORDER BY wanted.key`,
  ).all(JSON.stringify(ids));

/** The card's own fields, overlaid by its attributes. */
const dataOf = (card: Subject, attributes: JsonObject): JsonObject => ({
  name: card.name,
  description: card.description,
  status: card.status,
  approval_status: card.approval_status,
  subtype: card.subtype,
  lifecycle: storedObject(card.lifecycle),
  ...attributes,
});

/** All that a formula sees of one card. Each part is put together only when a formula reads it. */
export class CardScope implements FormulaScope {
  /** @param attributes the card's own, with what was calculated so far */
  constructor(
    readonly card: Subject,
    public attributes: JsonObject,
    private readonly around: Surroundings,
  ) {}

  get data() {
    return dataOf(this.card, this.attributes);
  }
  get relations() {
    return this.around.relations;
  }
  get relation_count() {
    return this.around.relation_count;
  }
  get children() {
    return this.around.children;
  }
  get children_count() {
    return this.around.children_count;
  }
}

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

/** The cards at the other ends of relations, read and parsed once for as long as one run lasts. */
export class Peers {
  /** Id → what a formula sees of the card; null for one that is not active. */
  private readonly known = new Map<string, JsonObject | null>();
  private static readonly MOST = 20_000;

  /** Loads those that aren't known yet. */
  load(ids: Iterable<string>): void {
    if (this.known.size > Peers.MOST) this.known.clear();
    const missing = [...new Set(ids)].filter((id) => !this.known.has(id));
    if (missing.length === 0) return;
    for (const id of missing) this.known.set(id, null);
    const rows = statement<unknown, [string]>(
      `SELECT c.id, c.name, c.type, c.attributes FROM json_each(?) AS wanted CROSS JOIN cards c ON c.id = wanted.value
       WHERE c.status = 'ACTIVE'`,
    ).values(JSON.stringify(missing)) as [string, string, string, string | null][];
    for (const [id, name, type, attributes] of rows)
      this.known.set(id, { id, name, type, attributes: storedObject(attributes) });
  }

  /** A card that was loaded; nothing when it is not active. */
  get(id: string): JsonObject | null | undefined {
    return this.known.get(id);
  }

  /** Forgets cards that hold something else now. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.known.delete(id);
  }
}

type RelationEnd = [cardId: string, peerId: string, type: string, attributes: string | null];

/** Relations of cards in one direction: the cards' ids are the first parameter, the relation types' keys the second. */
const outgoing = `SELECT r.source_id, r.target_id, r.type, r.attributes, r.seq
  FROM json_each(?1) AS wanted CROSS JOIN relations r ON r.source_id = wanted.value
  WHERE r.type IN (SELECT value FROM json_each(?2))`;
const incoming = `SELECT r.target_id, r.source_id, r.type, r.attributes, r.seq
  FROM json_each(?1) AS wanted CROSS JOIN relations r ON r.target_id = wanted.value
  WHERE r.type IN (SELECT value FROM json_each(?2))`;

/** The relations of cards of a type from their own end, oldest first. One from a card to itself counts once. */
function relationEnds(typeKey: string, cardIds: string, types: readonly RelationType[]): RelationEnd[] {
  const directions = [
    ...(types.some((type) => type.sourceTypeKey === typeKey) ? [outgoing] : []),
    ...(types.some((type) => type.targetTypeKey === typeKey) ? [incoming] : []),
  ];
  const both = directions.length > 1 ? " AND r.source_id <> r.target_id" : "";
  return statement<unknown, [string, string]>(`${directions.join(" UNION ALL ")}${both} ORDER BY 5`).values(
    cardIds,
    JSON.stringify(types.map((type) => type.key)),
  ) as unknown as RelationEnd[];
}

/** Card id → relation type → entries, each describing the card at the other end. Cards that aren't active are left out. */
function loadRelations(
  typeKey: string,
  cardIds: string,
  types: readonly RelationType[],
  peers: Peers,
): Map<string, Map<string, JsonObject[]>> {
  const ends = relationEnds(typeKey, cardIds, types);
  peers.load(ends.map((end) => end[1]));
  const byCard = new Map<string, Map<string, JsonObject[]>>();
  for (const [cardId, peerId, type, attributes] of ends) {
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
  peers = new Peers(),
): (cardId: string) => Surroundings {
  const ids = JSON.stringify(cardIds);
  const types = visibleRelationTypes(typeKey, needs.relationTypes);
  const keys = types.map((type) => type.key);
  const related = types.length > 0 ? loadRelations(typeKey, ids, types, peers) : undefined;
  const below = needs.children ? loadChildren(ids) : undefined;
  return (cardId) => {
    const own = related?.get(cardId);
    const children = below?.get(cardId) ?? [];
    return {
      get relations() {
        return Object.fromEntries(keys.map((key) => [key, own?.get(key) ?? []]));
      },
      get relation_count() {
        return Object.fromEntries(keys.map((key) => [key, own?.get(key)?.length ?? 0]));
      },
      children,
      children_count: children.length,
    };
  };
}

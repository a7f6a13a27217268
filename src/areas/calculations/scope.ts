/** What a formula sees of a card: its own data, the cards it is related to, and its children. */
import { inList, listOf, statement } from "../../../db";
import type { FormulaScope, JsonObject } from "../../formula";
import { metamodel, type RelationType } from "../metamodel";
import type { Needs } from "./plan";

/** A card that a formula is evaluated for; `lifecycle` and `attributes` are JSON text. */
export type Subject = {
  seq: number;
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

const SUBJECTS = `SELECT c.seq, c.id, c.type, c.subtype, c.name, c.description, c.status, c.approval_status, c.lifecycle, c.attributes
  FROM json_each(?) AS wanted CROSS JOIN cards c`;

/** Cards by their ids, those that exist, in the order given. */
export function subjects(ids: readonly string[]): Subject[] {
  const rows = statement<Subject, [string]>(`${SUBJECTS} ON c.id = wanted.value`).all(listOf(ids));
  // Put in order here: SQLite would carry all that they hold through its sorting.
  const byId = new Map(rows.map((card) => [card.id, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Cards by their places, in the order given. */
export const subjectsAt = (places: readonly number[]): Subject[] =>
  statement<Subject, [string]>(`${SUBJECTS} ON c.seq = wanted.value`).all(listOf(places));

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
          !type.is_hidden &&
          (type.source_type_key === typeKey || type.target_type_key === typeKey) &&
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
    const missing: string[] = [];
    for (const id of ids) {
      if (this.known.has(id)) continue;
      this.known.set(id, null);
      missing.push(id);
    }
    if (missing.length === 0) return;
    const rows = statement<unknown, [string]>(
      `SELECT wanted.key, c.name, c.type, c.attributes
       FROM json_each(?) AS wanted CROSS JOIN cards c ON c.id = wanted.value WHERE c.status = 'ACTIVE'`,
    ).values(listOf(missing)) as [number, string, string, string | null][];
    for (const [place, name, type, attributes] of rows) {
      const id = missing[place] as string;
      this.known.set(id, { id, name, type, attributes: storedObject(attributes) });
    }
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

/** A relation from the end of one of the cards: that card's place, the type's place, the other card, the attributes. */
type RelationEnd = [card: number, type: number, peerId: string, attributes: string | null];

/** The relations of the cards (first parameter) of some types (second) in one direction; the index has them by age. */
const relationsFrom = (own: string, peer: string, age = "") =>
  `SELECT wanted.key, types.key, r.${peer}, nullif(r.attributes, '{}') ${age}
   FROM json_each(?1) AS wanted CROSS JOIN json_each(?2) AS types
   CROSS JOIN relations r ON r.${own} = wanted.value AND r.type = types.value`;
const OUTGOING = relationsFrom("source_id", "target_id");
const INCOMING = relationsFrom("target_id", "source_id");
/** One from a card to itself counts once. */
const BOTH = `${relationsFrom("source_id", "target_id", ", r.seq")}
  UNION ALL ${relationsFrom("target_id", "source_id", ", r.seq")} AND r.source_id <> r.target_id ORDER BY 5`;

function relationEnds(typeKey: string, cardIds: string, types: readonly RelationType[]): RelationEnd[] {
  const out = types.some((type) => type.source_type_key === typeKey);
  const back = types.some((type) => type.target_type_key === typeKey);
  return statement<unknown, [string, string]>(out && back ? BOTH : out ? OUTGOING : INCOMING).values(
    cardIds,
    listOf(types.map((type) => type.key)),
  ) as unknown as RelationEnd[];
}

/** The entries of one card, by the place of the relation type. */
type Entries = (JsonObject[] | undefined)[];

/** For each card, in the order given, the entries that describe the cards at the other ends; only active ones count. */
function loadRelations(typeKey: string, cardIds: string, types: readonly RelationType[], peers: Peers): Entries[] {
  const ends = relationEnds(typeKey, cardIds, types);
  peers.load(ends.map((end) => end[2]));
  const byCard: Entries[] = [];
  for (const [card, type, peerId, attributes] of ends) {
    const peer = peers.get(peerId);
    if (!peer) continue;
    const own = (byCard[card] ??= []);
    (own[type] ??= []).push({ ...peer, rel_attributes: storedObject(attributes) });
  }
  return byCard;
}

type ChildRow = Pick<Subject, "id" | "name" | "type" | "subtype" | "attributes"> & { parent_id: string };

/** Card id → its active children, of any type. */
function loadChildren(cardIds: string): Map<string, JsonObject[]> {
  const rows = statement<ChildRow, [string]>(
    `SELECT id, name, type, subtype, attributes, parent_id FROM cards
     WHERE ${inList("parent_id")} AND status = 'ACTIVE' ORDER BY seq`,
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

/** What surrounds one card, put together when it is read. */
class Around implements Surroundings {
  constructor(
    private readonly types: readonly string[],
    private readonly entries: Entries,
    readonly children: JsonObject[],
  ) {}

  private byType<T>(valueFor: (entries: JsonObject[]) => T): Record<string, T> {
    return Object.fromEntries(this.types.map((type, place) => [type, valueFor(this.entries[place] ?? [])]));
  }

  get relations() {
    return this.byType((entries) => entries);
  }
  get relation_count() {
    return this.byType((entries) => entries.length);
  }
  get children_count() {
    return this.children.length;
  }
}

/**
 * What surrounds cards of one type, as far as it is read; three queries at most, whatever the number of cards.
 * @returns for each card, in the order given
 */
export function surroundingsOf(
  typeKey: string,
  cardIds: readonly string[],
  needs: Needs,
  peers = new Peers(),
): Surroundings[] {
  const ids = listOf(cardIds);
  const types = visibleRelationTypes(typeKey, needs.relationTypes);
  const keys = types.map((type) => type.key);
  const related = types.length > 0 ? loadRelations(typeKey, ids, types, peers) : [];
  const below = needs.children ? loadChildren(ids) : undefined;
  return cardIds.map((id, place) => new Around(keys, related[place] ?? [], below?.get(id) ?? []));
}

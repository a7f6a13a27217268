/** The data of a card that a formula sees: its own, the cards it is related to, and its children. */
import { inList, listOf, statement } from "../../../db";
import type { FormulaScope, JsonObject } from "../../formula";
import { metamodel, type RelationType } from "../metamodel";
import type { Needs } from "./plan";

/** A card that a formula is evaluated for; `lifecycle` and `attributes` are JSON text. */
export type ScopeCard = {
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

/** The related cards and children of a card. */
export type RelatedData = Omit<FormulaScope, "data">;

/** Shared, as formulas only read. */
const EMPTY: JsonObject = {};

/** Parses a stored JSON object; an absent one is empty. The result must not be changed. */
export const storedObject = (text: string | null): JsonObject =>
  text === null || text === "{}" ? EMPTY : (JSON.parse(text) as JsonObject);

const SUBJECTS = `SELECT c.seq, c.id, c.type, c.subtype, c.name, c.description, c.status, c.approval_status, c.lifecycle, c.attributes
  FROM json_each(?) AS wanted CROSS JOIN cards c`;

/** Lists the existing cards with these ids, in this order. */
export function listCards(ids: readonly string[]): ScopeCard[] {
  const rows = statement<ScopeCard, [string]>(`${SUBJECTS} ON c.id = wanted.value`).all(listOf(ids));
  // Sorting in SQLite would move whole rows.
  const byId = new Map(rows.map((card) => [card.id, card]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Lists the cards with these sequence numbers, in this order. */
export const listCardsBySeq = (sequences: readonly number[]): ScopeCard[] =>
  statement<ScopeCard, [string]>(`${SUBJECTS} ON c.seq = wanted.value`).all(listOf(sequences));

/** The scope of a formula for one card, computed when it is read. */
export class CardScope implements FormulaScope {
  /** @param attributes the card's own, with the results so far */
  constructor(
    readonly card: ScopeCard,
    public attributes: JsonObject,
    private readonly related: RelatedData,
  ) {}

  /** The card's fields, overlaid by its attributes. */
  get data() {
    const { name, description, status, approval_status, subtype, lifecycle } = this.card;
    return {
      name,
      description,
      status,
      approval_status,
      subtype,
      lifecycle: storedObject(lifecycle),
      ...this.attributes,
    };
  }
  get relations() {
    return this.related.relations;
  }
  get relation_count() {
    return this.related.relation_count;
  }
  get children() {
    return this.related.children;
  }
  get children_count() {
    return this.related.children_count;
  }
}

/** Returns the visible relation types of a card type, of those that are wanted. */
export const visibleRelationTypes = (typeKey: string, wanted: Needs["relationTypes"]): RelationType[] =>
  wanted !== "all" && wanted.size === 0
    ? []
    : [...metamodel().relationTypes.values()].filter(
        (type) =>
          !type.is_hidden &&
          (type.source_type_key === typeKey || type.target_type_key === typeKey) &&
          (wanted === "all" || wanted.has(type.key)),
      );

/** Caches the cards at the other ends of relations during a run. */
export class RelatedCards {
  /** Number → the entry of the card; null for one that is not active. */
  private readonly known = new Map<number, JsonObject | null>();
  private static readonly MOST = 20_000;

  /** Loads the cards that are not cached. */
  load(numbers: Iterable<number>): void {
    if (this.known.size > RelatedCards.MOST) this.known.clear();
    const missing: number[] = [];
    for (const seq of numbers) {
      if (this.known.has(seq)) continue;
      this.known.set(seq, null);
      missing.push(seq);
    }
    if (missing.length === 0) return;
    const rows = statement<unknown, [string]>(
      `SELECT c.seq, c.id, c.name, c.type, c.attributes
       FROM json_each(?) AS wanted CROSS JOIN cards c ON c.seq = wanted.value WHERE c.status = 'ACTIVE'`,
    ).values(listOf(missing)) as [number, string, string, string, string | null][];
    for (const [seq, id, name, type, attributes] of rows)
      this.known.set(seq, { id, name, type, attributes: storedObject(attributes) });
  }

  /** The entry of a loaded card; null when it is not active. */
  get(seq: number): JsonObject | null | undefined {
    return this.known.get(seq);
  }

  /** Drops cards that have been updated. */
  forget(cards: readonly ScopeCard[]): void {
    for (const { seq } of cards) this.known.delete(seq);
  }
}

/** A relation seen from one of the cards: the indices of that card and of the type, the other card, the attributes. */
type RelationEnd = [card: number, type: number, other: number, attributes: string | null];

/** Returns the relations of cards (first parameter: their numbers) of some types (second) in one direction, by age. */
const relationsFrom = (own: string, other: string, age = "") =>
  `SELECT wanted.key, types.key, r.${other}, nullif(r.attributes, '{}') ${age}
   FROM json_each(?1) AS wanted CROSS JOIN json_each(?2) AS types
   CROSS JOIN relations r ON r.${own} = wanted.value AND r.type_seq = types.value`;
const OUTGOING = relationsFrom("source_seq", "target_seq");
const INCOMING = relationsFrom("target_seq", "source_seq");
/** A relation from a card to itself counts once. */
const BOTH = `${relationsFrom("source_seq", "target_seq", ", r.seq")}
  UNION ALL ${relationsFrom("target_seq", "source_seq", ", r.seq")} AND r.source_seq <> r.target_seq ORDER BY 5`;

function relationEnds(typeKey: string, numbers: string, types: readonly RelationType[]): RelationEnd[] {
  const out = types.some((type) => type.source_type_key === typeKey);
  const back = types.some((type) => type.target_type_key === typeKey);
  return statement<unknown, [string, string]>(out && back ? BOTH : out ? OUTGOING : INCOMING).values(
    numbers,
    listOf(types.map((type) => type.seq)),
  ) as unknown as RelationEnd[];
}

/** The entries of one card, by the index of the relation type. */
type Entries = (JsonObject[] | undefined)[];

/** Returns for each card the entries of its active related cards. */
function loadRelations(
  typeKey: string,
  numbers: string,
  types: readonly RelationType[],
  cards: RelatedCards,
): Entries[] {
  const ends = relationEnds(typeKey, numbers, types);
  cards.load(ends.map((end) => end[2]));
  const byCard: Entries[] = [];
  for (const [card, type, end, attributes] of ends) {
    const other = cards.get(end);
    if (!other) continue;
    const own = (byCard[card] ??= []);
    (own[type] ??= []).push({ ...other, rel_attributes: storedObject(attributes) });
  }
  return byCard;
}

type ChildRow = Pick<ScopeCard, "id" | "name" | "type" | "subtype" | "attributes"> & { parent_id: string };

/** Maps card id → its active children, of any type. */
function loadChildren(cardIds: string): Map<string, JsonObject[]> {
  const rows = statement<ChildRow, [string]>(
    `SELECT id, name, type, subtype, attributes, parent_id FROM cards
     WHERE ${inList("parent_id")} AND status = 'ACTIVE' ORDER BY seq`,
  ).all(cardIds);
  const byParent = new Map<string, JsonObject[]>();
  for (const { parent_id, attributes, ...child } of rows) {
    const children = byParent.get(parent_id) ?? [];
    children.push({ ...child, attributes: storedObject(attributes) });
    byParent.set(parent_id, children);
  }
  return byParent;
}

/** The related data of one card, computed when it is read. */
class LoadedData implements RelatedData {
  constructor(
    private readonly types: readonly string[],
    private readonly entries: Entries,
    readonly children: JsonObject[],
  ) {}

  private byType<T>(valueFor: (entries: JsonObject[]) => T): Record<string, T> {
    return Object.fromEntries(this.types.map((type, index) => [type, valueFor(this.entries[index] ?? [])]));
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

/** Loads the related data of cards of one type, as far as it is needed, in at most three queries. */
export function loadRelated(
  typeKey: string,
  cards: readonly Pick<ScopeCard, "seq" | "id">[],
  needs: Needs,
  cache = new RelatedCards(),
): RelatedData[] {
  const types = visibleRelationTypes(typeKey, needs.relationTypes);
  const keys = types.map((type) => type.key);
  const related = types.length > 0 ? loadRelations(typeKey, listOf(cards.map(({ seq }) => seq)), types, cache) : [];
  const children = needs.children ? loadChildren(listOf(cards.map(({ id }) => id))) : undefined;
  return cards.map(({ id }, index) => new LoadedData(keys, related[index] ?? [], children?.get(id) ?? []));
}

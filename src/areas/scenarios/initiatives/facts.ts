/**
 * The effects of changes of a scenario, row by row, as the history of its database has it. So every operation is understood
 * without a word about it: a card that an import has created is as new as one that somebody has typed.
 */
import {
  calculatedFields,
  cardIdsBySeq,
  cardNames,
  type HistoryEntry,
  ownHistory,
  referencesToCards,
  rowIn,
} from "../../../../db/scenarios";
import { FOLLOWING } from "../../../core/scenarios/conflicts";

type Row = Record<string, unknown>;

/** A card as far as its life goes. */
export type CardState = { status: string; parent_id: string | null; lifecycle: Record<string, unknown> };

/** A card that a change has created, changed or deleted. */
type CardFact = { id: string; name: string; type: string; was: CardState | undefined; is: CardState | undefined };

/** An entry of the history of a chosen change. */
export type Fact = {
  change_id: string;
  table: string;
  kind: HistoryEntry["change"];
  /** The card whose row it is; undefined in other tables. */
  card: CardFact | undefined;
  /** Ids of the cards that it is about: the one whose row it is, or those that the row names. */
  cards: string[];
  /** The columns that it changes, those of `attributes` by key, without what follows from others. */
  fields: string[];
};

/** The effects of chosen changes, and the names of the cards that they are about, by id. */
export type Facts = { facts: Fact[]; names: ReadonlyMap<string, string> };

const parsed = (text: unknown): Record<string, unknown> =>
  typeof text === "string" ? ((JSON.parse(text) ?? {}) as Record<string, unknown>) : {};

const stateOf = (row: Row | undefined): CardState | undefined =>
  row && {
    status: String(row["status"]),
    parent_id: row["parent_id"] as string | null,
    lifecycle: parsed(row["lifecycle"]),
  };

function cardFact(before: Row | undefined, after: Row | undefined): CardFact {
  const row = (after ?? before) as Row;
  const [id, name, type] = [row["id"], row["name"], row["type"]].map(String) as [string, string, string];
  return { id, name, type, was: stateOf(before), is: stateOf(after) };
}

/** Returns the keys of attributes that differ, without those that are calculated. */
function changedAttributes(before: Row, after: Row, calculated: ReadonlySet<string>): string[] {
  const [was, is] = [parsed(before["attributes"]), parsed(after["attributes"])];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => !calculated.has(key) && !Bun.deepEquals(was[key], is[key]))
    .map((key) => `attributes.${key}`);
}

/** Columns of cards that follow from others. */
const FOLLOWING_OF_CARDS = [...FOLLOWING, "archived_at"];

/** Returns the columns that an update has changed, without what follows from others. */
function changedFields(entry: HistoryEntry, before: Row, after: Row, calculated: ReadonlySet<string>): string[] {
  const isCard = entry.table_name === "cards";
  const following = isCard ? FOLLOWING_OF_CARDS : FOLLOWING;
  return Object.keys(parsed(entry.former)).flatMap((column) => {
    if (following.includes(column)) return [];
    if (!isCard) return [column];
    // A change of content breaks an approval.
    if (column === "approval_status" && after[column] === "BROKEN") return [];
    return column === "attributes" ? changedAttributes(before, after, calculated) : [column];
  });
}

/** A reference of a row to a card, by its id or by its number. */
type Reference = string | number;

/** Returns the references of a row, as it was and as it is. */
const referencesIn = (sides: readonly (Row | undefined)[], columns: readonly string[]): Reference[] => [
  ...new Set(sides.flatMap((row) => columns.flatMap((column) => (row?.[column] ?? []) as Reference | []))),
];

/** Finds what chosen changes of the open scenario have done, in the order of its history. */
export function factsOf(chosen: ReadonlySet<string>): Facts {
  const calculated = new Set(calculatedFields());
  const columns = new Map<string, string[]>();
  const referencesOf = (table: string) => {
    const known = columns.get(table) ?? referencesToCards(table).map(({ column }) => column);
    columns.set(table, known);
    return known;
  };
  const rows = new Map<string, Row | undefined>();
  const found: { fact: Fact; references: Reference[] }[] = [];
  const idBySeq = new Map<number, string>();
  // Backwards, because an entry holds what was there before.
  for (const entry of ownHistory().toReversed()) {
    const { table_name: table, key, change, former, change_id } = entry;
    const name = `${table} ${key}`;
    const after = change === "deleted" ? undefined : rows.has(name) ? rows.get(name) : rowIn("main", table, key);
    const before = change === "created" ? undefined : { ...after, ...parsed(former) };
    rows.set(name, before);
    const row = after ?? before ?? {};
    if (table === "cards") idBySeq.set(Number(row["seq"]), String(row["id"]));
    if (change_id === null || !chosen.has(change_id)) continue;
    const isCard = table === "cards";
    const card = isCard ? cardFact(before, after) : undefined;
    const fields = before && after ? changedFields(entry, before, after, calculated) : [];
    const references = isCard ? [] : referencesIn([before, after], referencesOf(table));
    found.push({ fact: { change_id, table, kind: change, card, cards: card ? [card.id] : [], fields }, references });
  }
  const numbers = found.flatMap(({ references }) => references.filter((one) => typeof one === "number"));
  const ids = new Map([...cardIdsBySeq([...new Set(numbers)]), ...idBySeq]);
  for (const { fact, references } of found)
    fact.cards.push(...references.flatMap((one) => (typeof one === "number" ? (ids.get(one) ?? []) : one)));
  const facts = found.map(({ fact }) => fact).toReversed();
  const names = cardNames([...new Set(facts.flatMap(({ cards }) => cards))]);
  for (const { card } of facts) if (card && !names.has(card.id)) names.set(card.id, card.name);
  return { facts, names };
}

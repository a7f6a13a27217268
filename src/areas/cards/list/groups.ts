/**
 * The groups of a list: for each value of a field the matching cards that have it, what they add up to, and the whole list in the
 * order of its groups. A card with several values comes in each of their groups.
 */
import { cachedUntilWrite, statement } from "../../../../db";
import { type Condition, clause, negated, orderBy, phases, type Value, valuesOf, where } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { cardType, metamodel } from "../../metamodel";
import { ApprovalStatus } from "../model";
import { singleType } from "./conditions";
import { type Countable, countable } from "./countable";
import { filled } from "./field-sql";
import type { CardQuery, Group } from "./model";
import { orderOf } from "./order";
import { totalColumns } from "./totals";

/** Groups of one list. */
export const MAX_GROUPS = 500;
/** Orders and counts that are cached. */
const MAX_CACHED = 8;

type GroupValue = string | number | null;
type CountRow = [value: GroupValue, label: string | null, count: number, ...totals: (number | null)[]];

/** The counts of a query, by its SQL and values as JSON. */
const countsOf = cachedUntilWrite((query: string): CountRow[] => {
  const [sql, values] = JSON.parse(query) as [string, Value[]];
  return statement<unknown>(sql).values(...values) as CountRow[];
}, MAX_CACHED * 10);

/** The numbers of the cards of each group in their order, by SQL and values as JSON. */
const ordersOf = cachedUntilWrite((query: string): Map<GroupValue, Uint32Array> => {
  const [sql, values] = JSON.parse(query) as [string, Value[]];
  const rows = statement<unknown>(sql).values(...values) as [GroupValue, number][];
  const lists = new Map<GroupValue, number[]>();
  for (const [value, seq] of rows) {
    const list = lists.get(value);
    if (list) list.push(seq);
    else lists.set(value, [seq]);
  }
  return new Map([...lists].map(([value, list]) => [value, Uint32Array.from(list)]));
}, MAX_CACHED);

/** Returns the value that cards are grouped by: empty texts and lists are none. */
function groupable(actor: Actor, query: CardQuery, name: string): Countable {
  const found = countable(actor, query, name, "group_by");
  const { value, field } = found;
  const isList = field?.type === "multiple_select";
  return {
    ...found,
    value: isList ? value : where(`nullif(nullif(${value.sql}, ''), '[]')`, ...value.values),
    ...(isList && { without: negated(filled({ kind: "attribute", field }, "")) }),
    ...(name === "tag" && { without: where("c.id NOT IN (SELECT card_id FROM card_tags)") }),
  };
}

/** Returns the known values of a field in their order, with their labels. */
function knownValues(query: CardQuery, name: string, { field }: Countable): Map<GroupValue, string | null> {
  const labelled = (list: readonly { key: string; label: string }[] = []) =>
    new Map<GroupValue, string | null>(list.map(({ key, label }) => [key, label]));
  if (field)
    return field.type === "boolean"
      ? new Map([
          ["true", null],
          ["false", null],
        ])
      : labelled(field.options);
  if (name === "type") return labelled([...metamodel().cardTypes.values()]);
  if (name === "subtype") return labelled(cardType(singleType(query) ?? "")?.subtypes);
  if (name === "phase") return new Map(phases.map((phase) => [phase, null]));
  if (name === "approval_status") return new Map(ApprovalStatus.options.map((status) => [status, null]));
  return new Map();
}

const collator = new Intl.Collator("en", { numeric: true });

/** Returns groups in the order of the known values; others follow by their names, and the cards without a value come last. */
function inOrder(groups: readonly Group[], known: ReadonlyMap<GroupValue, string | null>): Group[] {
  const places = new Map([...known.keys()].map((value, at) => [value, at]));
  const placeOf = ({ value }: Group) => (value === null ? Number.POSITIVE_INFINITY : (places.get(value) ?? known.size));
  const wordOf = ({ value, label }: Group) => label ?? String(value);
  return groups.toSorted(
    (one, other) =>
      (placeOf(one) === placeOf(other) ? 0 : placeOf(one) - placeOf(other)) ||
      collator.compare(wordOf(one), wordOf(other)) ||
      (String(one.value) < String(other.value) ? -1 : 1),
  );
}

/** The groups of a list. */
export type GroupedList = {
  groups: Group[];
  /** The groups that are left out, the smallest ones. */
  more_groups: number;
};

/**
 * Returns the groups of a list in their order, with the totals that its query asks for.
 * @throws Problem 422 for what cards can't be grouped by; 403 for costs, relations or stakeholders that the actor may not see
 */
export function groupsOf(actor: Actor, query: CardQuery, conditions: readonly Condition[]): GroupedList {
  const name = query.group_by as string;
  const by = groupable(actor, query, name);
  const known = knownValues(query, name, by);
  const { columns, read } = totalColumns(actor, query);
  const totals = columns.map(({ sql }) => `, ${sql}`).join("");
  const count = (value: Condition, from: Condition, among: readonly Condition[]) => {
    const sql = `SELECT ${value.sql}, ${by.label && from === by.from ? `min(${by.label})` : "NULL"}, count(*)${totals}
      FROM ${from.sql} ${clause(among)} GROUP BY 1 ORDER BY 3 DESC, 1`;
    return countsOf(JSON.stringify([sql, valuesOf([value, ...columns, from, ...among])]));
  };
  const rows = [
    ...(by.without ? count(where("NULL"), where("cards c"), [...conditions, by.without]) : []),
    ...count(by.value, by.from, conditions),
  ];
  const groups = rows.slice(0, MAX_GROUPS).map(
    ([value, label, cards, ...values]): Group => ({
      value,
      label: label ?? known.get(value) ?? null,
      count: cards,
      ...(query.totals !== undefined && { totals: read(values) }),
    }),
  );
  return { groups: inOrder(groups, known), more_groups: rows.length - groups.length };
}

/** Returns the numbers of the cards of each group, in the order of the list. */
export function groupedNumbers(
  actor: Actor,
  query: CardQuery,
  conditions: readonly Condition[],
  groups: readonly Group[],
): Uint32Array[] {
  const by = groupable(actor, query, query.group_by as string);
  const order = orderOf(actor, query);
  const read = (value: Condition, from: Condition, among: readonly Condition[]) => {
    const sql = `SELECT ${value.sql}, c.seq FROM ${from.sql} ${clause(among)} ${orderBy(order)}`;
    return ordersOf(JSON.stringify([sql, [...valuesOf([value, from, ...among]), ...order.values]]));
  };
  const lists = read(by.value, by.from, conditions);
  const without = by.without
    ? read(where("NULL"), where("cards c"), [...conditions, by.without])
    : new Map<GroupValue, Uint32Array>();
  return groups.map(
    ({ value }) => (value === null ? without : lists).get(value) ?? lists.get(value) ?? new Uint32Array(),
  );
}

/** Returns a page of lists that follow one another, and the number of all their entries. */
export function pageOfLists(
  lists: readonly Uint32Array[],
  { page, page_size }: Pick<CardQuery, "page" | "page_size">,
): { places: number[]; rows: number } {
  const places: number[] = [];
  let skipped = (page - 1) * page_size;
  for (const list of lists) {
    if (places.length === page_size) break;
    places.push(...list.subarray(skipped, skipped + page_size - places.length));
    skipped = Math.max(0, skipped - list.length);
  }
  return { places, rows: lists.reduce((sum, { length }) => sum + length, 0) };
}

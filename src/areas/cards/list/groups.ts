/**
 * The groups of a list: for each value of a field the matching cards that have it, what they add up to, and the whole list in the
 * order of its groups. A card with several values comes in each of their groups.
 */
import { cachedUntilWrite, inList, listOf, statement } from "../../../../db";
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
/** Orders and totals that are cached. */
const MAX_CACHED = 8;

type GroupValue = string | number | null;

/** The totals of each group, by SQL and values as JSON. */
const totalsOf = cachedUntilWrite((query: string): Map<GroupValue, (number | null)[]> => {
  const [sql, values] = JSON.parse(query) as [string, Value[]];
  const rows = statement<unknown>(sql).values(...values) as [GroupValue, ...(number | null)[]][];
  return new Map(rows.map(([value, ...totals]) => [value, totals]));
}, MAX_CACHED);

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
  // Parents are named afterwards, so that each card need not be read together with its own.
  if (name === "parent") return { value: where("c.parent_id"), from: where("cards c"), names: found.names };
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
  /** The numbers of the cards of each group, in the order of the list. */
  numbers: Uint32Array[];
  /** The groups that are left out, the smallest ones. */
  more_groups: number;
};

/** Returns what a query gives for the cards with a value, and for those without one where these are no rows of it. */
function withMissing<T>(
  { value, from, without }: Countable,
  conditions: readonly Condition[],
  read: (value: Condition, from: Condition, conditions: readonly Condition[]) => ReadonlyMap<GroupValue, T>,
): Map<GroupValue, T> {
  const missing = without ? read(where("NULL"), where("cards c"), [...conditions, without]) : [];
  return new Map([...read(value, from, conditions), ...missing]);
}

/** Returns the names of linked cards, people or tags by their ids. */
function namesOf({ names }: Countable, ids: readonly GroupValue[]): Map<GroupValue, string> {
  if (!names) return new Map();
  const rows = statement<unknown>(`SELECT id, ${names.column} FROM ${names.table} WHERE ${inList("id")}`).values(
    listOf(ids.filter((id) => id !== null)),
  );
  return new Map(rows as [string, string][]);
}

/** Returns the totals of each group, as a query asks for them. */
function groupTotals(
  actor: Actor,
  query: CardQuery,
  by: Countable,
  conditions: readonly Condition[],
): (value: GroupValue) => Pick<Group, "totals"> {
  const { columns, read } = totalColumns(actor, query);
  if (columns.length === 0) return () => ({});
  const sums = withMissing(by, conditions, (value, from, among) => {
    const sql = `SELECT ${[value, ...columns].map((column) => column.sql).join(", ")} FROM ${from.sql} ${clause(among)} GROUP BY 1`;
    return totalsOf(JSON.stringify([sql, valuesOf([value, ...columns, from, ...among])]));
  });
  return (value) => ({ totals: read(sums.get(value) ?? []) });
}

/**
 * Returns the groups of a list in their order, with the totals that its query asks for.
 * @throws Problem 422 for what cards can't be grouped by; 403 for costs, relations or stakeholders that the actor may not see
 */
export function groupsOf(actor: Actor, query: CardQuery, conditions: readonly Condition[]): GroupedList {
  const name = query.group_by as string;
  const by = groupable(actor, query, name);
  const known = knownValues(query, name, by);
  const order = orderOf(actor, query);
  const lists = withMissing(by, conditions, (value, from, among) => {
    const sql = `SELECT ${value.sql}, c.seq FROM ${from.sql} ${clause(among)} ${orderBy(order)}`;
    return ordersOf(JSON.stringify([sql, [...valuesOf([value, from, ...among]), ...order.values]]));
  });
  const totalsFor = groupTotals(actor, query, by, conditions);
  const largest = [...lists]
    .toSorted(([one, { length }], [other, list]) => list.length - length || (String(one) < String(other) ? -1 : 1))
    .slice(0, MAX_GROUPS);
  const names = namesOf(
    by,
    largest.map(([value]) => value),
  );
  const groups = largest.map(([value, { length }]): Group => {
    const label = names.get(value) ?? known.get(value) ?? null;
    return { value, label, count: length, ...totalsFor(value) };
  });
  const ordered = inOrder(groups, known);
  return {
    groups: ordered,
    numbers: ordered.map(({ value }) => lists.get(value) as Uint32Array),
    more_groups: lists.size - groups.length,
  };
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

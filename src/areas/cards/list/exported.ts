/** The cards of an export: those of the list with the same parameters. */
import { allNumbers } from "../../../../db";
import { type Condition, clause, isIndexed, type Order, orderBy, valuesOf } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import type { Row } from "../../../http/tables";
import { requireOneArrangement } from "./arrangement";
import { conditionsOf, visible } from "./conditions";
import { GROUP, LEVEL } from "./export-columns";
import { groupsOf } from "./groups";
import type { CardQuery, Group, TableQuery } from "./model";
import { orderOf } from "./order";
import { treeOf } from "./tree";

/** The parameters of an export. */
export type ExportFilters = Omit<
  CardQuery,
  "page" | "page_size" | "facets" | "fields" | "totals" | "group_by" | "tree" | "branches"
>;

/** The order of creation. */
const byCreation: Order = { from: "cards c", keys: [], values: [], descending: false, hasNulls: false };

/**
 * Returns the numbers of the cards of a list, in its order: a search by relevance, others by creation when they name none.
 * @param shown the condition on the types that are exported at all
 * @throws Problem 422 for an invalid combination of parameters, 403 for costs that the actor may not see
 */
export function exportedNumbers(actor: Actor, filters: ExportFilters, shown = visible()): Uint32Array {
  const { countable, others } = conditionsOf(actor, filters, shown);
  const conditions = [...countable, ...others];
  const isOrdered = filters.sort_by !== undefined || (filters.search !== undefined && isIndexed(filters.search));
  const order = isOrdered ? orderOf(actor, { ...filters, page: 1, page_size: 1 }) : byCreation;
  return allNumbers(
    `SELECT c.seq FROM ${order.from} ${clause(conditions)} ${orderBy(order)}`,
    ...valuesOf(conditions),
    ...order.values,
  );
}

/** The cards of an export, with what each place in it has before the columns of its card. */
export type ArrangedCards = { numbers: Uint32Array; columns: (place: number) => Row };

/** Returns the cards of a list group by group, with the name of each place's group. */
function exportedGroups(actor: Actor, query: CardQuery, conditions: readonly Condition[]): ArrangedCards {
  const { groups, numbers: lists } = groupsOf(actor, query, conditions);
  const names = lists.flatMap(({ length }, at) => Array<string>(length).fill(nameOfGroup(groups[at] as Group)));
  const numbers = new Uint32Array(names.length);
  let filled = 0;
  for (const list of lists) {
    numbers.set(list, filled);
    filled += list.length;
  }
  return { numbers, columns: (place) => ({ [GROUP]: names[place] }) };
}

const nameOfGroup = ({ label, value }: Group) => label ?? (value === null ? "" : String(value));

/**
 * Returns the cards of an export in the order of its list: group by group, as a tree, or one after the other.
 * @throws Problem 422 for an invalid combination of parameters, 403 for costs that the actor may not see
 */
export function arrangedCards(actor: Actor, query: TableQuery): ArrangedCards {
  const { group_by, tree } = query;
  if (group_by === undefined && tree === undefined)
    return { numbers: exportedNumbers(actor, query), columns: () => ({}) };
  requireOneArrangement(query);
  const { countable, others } = conditionsOf(actor, query);
  const conditions = [...countable, ...others];
  const list = { ...query, page: 1, page_size: 1 };
  if (group_by !== undefined) return exportedGroups(actor, list, conditions);
  const { numbers, levels } = treeOf(actor, list, conditions);
  return { numbers, columns: (place) => ({ [LEVEL]: levels[place] }) };
}

/** Returns numbers in portions, each as a JSON list. */
export function* portionsOf(numbers: Uint32Array, size: number): Generator<string> {
  for (let from = 0; from < numbers.length; from += size) yield `[${numbers.subarray(from, from + size).join(",")}]`;
}

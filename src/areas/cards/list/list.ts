/** Lists of cards. */
import { allNumbers, cachedUntilWrite, statement } from "../../../../db";
import {
  type Condition,
  clause,
  isIndexed,
  type Order,
  orderBy,
  type Value,
  valuesOf,
  where,
} from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import type { Card } from "../model";
import { serializeCards } from "../serialize";
import { requireOneArrangement } from "./arrangement";
import { findOrder } from "./cached-orders";
import { type CardConditions, conditionsOf, totalOf, visible } from "./conditions";
import { facetsOf } from "./facets";
import { withFields } from "./fields";
import { groupsOf, pageOfLists } from "./groups";
import { type Branch, type CardFilters, type CardIds, type CardQuery, MAX_IDS } from "./model";
import { orderOf } from "./order";
import { evaluatesEach } from "./query-cost";
import { totalsOf } from "./totals";
import { pageOfTree, treeOf } from "./tree";

/** A page; `skip` cards come before the first one. */
type Pagination = { page: number; page_size: number; skip?: number };

/**
 * Returns the numbers (`seq`) of the cards on a page, in their order, and the number of all matching cards. A page in the
 * second half is read from the end, so that the last page costs no more than the first.
 * @param searched whether the conditions use the search index
 */
export function placesOf(
  conditions: CardConditions,
  order: Order,
  pagination: Pagination,
  searched: boolean,
): { places: number[]; total: number } {
  const all = [...conditions.countable, ...conditions.others];
  const found = searched ? searchPage(all, order, pagination) : undefined;
  if (found) return found;
  const total = totalOf(conditions);
  return { places: listPage(all, order, pagination, total), total };
}

/** A page of a list: the numbers of its cards, and what the answer has in addition. */
type ListPage = { places: number[]; total: number; branches?: ReadonlyMap<string, Branch>; more?: object };

/** Returns a page in the order of the groups, with these. */
function groupedPage(actor: Actor, query: CardQuery, conditions: CardConditions): ListPage {
  const all = [...conditions.countable, ...conditions.others];
  const { numbers, ...grouped } = groupsOf(actor, query, all);
  const { places, rows } = pageOfLists(numbers, query);
  return { places, total: totalOf(conditions), more: { rows, ...grouped } };
}

/** Returns a page of the tree. */
function treePage(actor: Actor, query: CardQuery, conditions: CardConditions): ListPage {
  const tree = treeOf(actor, query, [...conditions.countable, ...conditions.others]);
  const { rows, ...page } = pageOfTree(tree, query);
  return { ...page, total: totalOf(conditions), more: { rows } };
}

/** Returns a page of a plain list. */
function plainPage(actor: Actor, query: CardQuery, conditions: CardConditions): ListPage {
  const searched = query.search !== undefined && isIndexed(query.search);
  const order = orderOf(actor, query);
  const all = [...conditions.countable, ...conditions.others];
  const numbers =
    findOrder(query, () => totalOf(conditions)) ?? (evaluatesEach(query) ? evaluatedOrder(all, order) : undefined);
  return numbers ? pageOf(numbers, order, query) : placesOf(conditions, order, query, searched);
}

/**
 * Lists a page of the matching cards as the JSON of a CardList.
 * @throws Problem 422 for an invalid combination of parameters, 403 for what the actor may not see
 */
export function listCards(actor: Actor, query: CardQuery): Buffer<ArrayBuffer> {
  const { page, page_size } = query;
  requireOneArrangement(query);
  const conditions = conditionsOf(actor, query);
  const arrange = query.group_by !== undefined ? groupedPage : query.tree !== undefined ? treePage : plainPage;
  const { places, total, branches, more } = arrange(actor, query, conditions);
  const all = [...conditions.countable, ...conditions.others];
  const end = JSON.stringify({
    total,
    page,
    page_size,
    ...(query.facets !== undefined && facetsOf(actor, query, all)),
    ...(query.totals !== undefined && { totals: totalsOf(actor, query, all) }),
    ...more,
  }).slice(1);
  if (query.fields === undefined && !branches) return serializeCards(actor, places, '{"items":[', `],${end}`);
  const cards = JSON.parse(serializeCards(actor, places, "[", "]").toString()) as Card[];
  const listed = query.fields === undefined ? cards : withFields(actor, query, cards);
  const items = branches ? listed.map((card) => ({ ...card, branch: branches.get(card.id) })) : listed;
  return Buffer.from(`{"items":${JSON.stringify(items)},${end}`);
}

/** Orders that are cached until anything is written. */
const MAX_ORDERS = 8;

/** The numbers of all cards that a query finds, by its SQL and values as JSON. */
const orders = cachedUntilWrite((query: string): Uint32Array => {
  const [sql, values] = JSON.parse(query) as [string, Value[]];
  return allNumbers(sql, ...values);
}, MAX_ORDERS);

/**
 * Returns the whole order, ascending, of a list whose conditions or order are evaluated for each card, so that a page costs
 * no more than the first.
 */
function evaluatedOrder(conditions: readonly Condition[], order: Order): Uint32Array {
  const ascending = orderBy(order, { reversed: order.descending });
  const sql = `SELECT c.seq FROM ${order.from} ${clause(conditions)} ${ascending}`;
  return orders(JSON.stringify([sql, [...valuesOf(conditions), ...order.values]]));
}

/** Returns a page of a cached order, which is ascending, and its total. */
function pageOf(
  numbers: Uint32Array,
  { descending }: Order,
  { page, page_size }: Pagination,
): { places: number[]; total: number } {
  const total = numbers.length;
  const start = (page - 1) * page_size;
  if (!descending) return { places: [...numbers.subarray(start, start + page_size)], total };
  const places = [...numbers.subarray(Math.max(0, total - start - page_size), Math.max(0, total - start))];
  return { places: places.reverse(), total };
}

/** Returns the page of a search and its total, in one query; undefined beyond the last page. */
function searchPage(
  conditions: Condition[],
  order: Order,
  { page, page_size, skip = 0 }: Pagination,
): { places: number[]; total: number } | undefined {
  const keys = order.keys.map((_, at) => `key_${at}`);
  const rows = statement<unknown>(
    `WITH found AS MATERIALIZED (
       SELECT c.seq AS seq, ${order.keys.map((key, at) => `${key} AS ${keys[at]}`).join(", ")}
       FROM ${order.from} ${clause(conditions)})
     SELECT seq, (SELECT count(*) FROM found) FROM found ${orderBy(order, { keys, place: "seq" })} LIMIT ? OFFSET ?`,
  ).values(...order.values, ...valuesOf(conditions), page_size, skip + (page - 1) * page_size) as [number, number][];
  const [first] = rows;
  return first && { places: rows.map(([place]) => place), total: first[1] };
}

/** Lists a page by number only, so that an index can give it. */
function listPage(
  conditions: Condition[],
  order: Order,
  { page, page_size, skip = 0 }: Pagination,
  total: number,
): number[] {
  const offset = skip + (page - 1) * page_size;
  const count = Math.min(page_size, total - offset);
  if (count <= 0) return [];
  const reversed = offset > total / 2;
  const places = statement<[number]>(
    `SELECT c.seq FROM ${order.from} ${clause(conditions)} ${orderBy(order, { reversed })} LIMIT ? OFFSET ?`,
  )
    .values(...valuesOf(conditions), ...order.values, count, reversed ? total - offset - count : offset)
    .map(([place]) => place as number);
  return reversed ? places.reverse() : places;
}

/** Returns the ids of the matching cards. @throws Problem 422; 403, as `conditionsOf` */
export function listIds(actor: Actor, filters: CardFilters): CardIds {
  const conditions = conditionsOf(actor, filters);
  const all = [...conditions.countable, ...conditions.others];
  const rows = statement<[string]>(`SELECT c.id FROM cards c ${clause(all)} ORDER BY c.seq LIMIT ${MAX_IDS}`);
  const ids = (rows.values(...valuesOf(all)) as [string][]).map(([id]) => id);
  return { ids, total: ids.length < MAX_IDS ? ids.length : totalOf(conditions) };
}

/** Returns the number of ACTIVE cards of each visible type that has any, and their sum. */
export function countCards(): { by_type: { type: string; count: number }[]; total: number } {
  const conditions = [where("c.status = 'ACTIVE'"), ...visible()];
  const by_type = statement<{ type: string; count: number }>(
    `SELECT c.type, sum(c.count) AS count FROM card_counts c ${clause(conditions)} GROUP BY c.type HAVING sum(c.count) > 0 ORDER BY c.type`,
  ).all(...valuesOf(conditions));
  return { by_type, total: by_type.reduce((sum, row) => sum + row.count, 0) };
}

/** Lists of cards. */
import { listOf, statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import type { CardQuery } from "../model";
import { cardsJson, WIRE_COLUMNS, type WireRow, wireRows } from "../serialize";
import { type CardConditions, conditionsOf, totalOf, visible } from "./conditions";
import { facetsOf } from "./facets";
import { type Order, orderBy, orderOf } from "./order";
import { isIndexed } from "./search";
import { type Condition, clause, valuesOf, where } from "./sql";

/** Which page of a list is asked for, counted from 1. */
type PageAsked = { page: number; page_size: number };

/**
 * Where the cards are that a page of a list shows, in their order, and how many match.
 * The total of a filter by type, status and approval comes from kept counts; a page in the second half is reached
 * from the end, so that the last page costs no more than the first.
 * @param searched whether the conditions look something up in the search index
 */
export function placesOf(
  conditions: CardConditions,
  order: Order,
  asked: PageAsked,
  searched: boolean,
): { places: number[]; total: number } {
  const all = [...conditions.countable, ...conditions.others];
  const found = searched ? placesFound(all, order, asked) : undefined;
  if (found) return found;
  const total = totalOf(conditions);
  return { places: placesOnPage(all, order, asked, total), total };
}

/** A page of the cards that match, as JSON text of a CardList. */
export function listCards(actor: Actor, query: CardQuery): string {
  const { page, page_size } = query;
  const conditions = conditionsOf(actor, query);
  const searched = query.search !== undefined && isIndexed(query.search);
  const { places, total } = placesOf(conditions, orderOf(actor, query), query, searched);
  const facets = query.facets === undefined ? "" : `,"facets":${JSON.stringify(facetsOf(actor, query, conditions))}`;
  return `{"items":[${cardsJson(actor, wireRows(places))}],"total":${total},"page":${page},"page_size":${page_size}${facets}}`;
}

/** The places on a page of a search, and how many it finds, in one go; undefined beyond its last page. */
function placesFound(
  conditions: Condition[],
  order: Order,
  { page, page_size }: PageAsked,
): { places: number[]; total: number } | undefined {
  const keys = order.keys.map((_, at) => `key_${at}`);
  const rows = statement<unknown>(
    `WITH found AS MATERIALIZED (
       SELECT c.seq AS seq, ${order.keys.map((key, at) => `${key} AS ${keys[at]}`).join(", ")}
       FROM ${order.from} ${clause(conditions)})
     SELECT seq, (SELECT count(*) FROM found) FROM found ${orderBy(order, { keys, place: "seq" })} LIMIT ? OFFSET ?`,
  ).values(...order.values, ...valuesOf(conditions), page_size, (page - 1) * page_size) as [number, number][];
  const [first] = rows;
  return first && { places: rows.map(([place]) => place), total: first[1] };
}

/** From an index when there is one that fits. What is to be said of the cards is looked up later, for these only. */
function placesOnPage(conditions: Condition[], order: Order, asked: PageAsked, total: number): number[] {
  const offset = (asked.page - 1) * asked.page_size;
  const count = Math.min(asked.page_size, total - offset);
  if (count <= 0) return [];
  const reversed = offset > total / 2;
  const places = statement<[number]>(
    `SELECT c.seq FROM ${order.from} ${clause(conditions)} ${orderBy(order, { reversed })} LIMIT ? OFFSET ?`,
  )
    .values(...valuesOf(conditions), ...order.values, count, reversed ? total - offset - count : offset)
    .map(([place]) => place as number);
  return reversed ? places.reverse() : places;
}

/** ACTIVE cards per visible type, types without cards left out, and their sum. */
export function countCards(): { by_type: { type: string; count: number }[]; total: number } {
  const conditions = [where("c.status = 'ACTIVE'"), ...visible()];
  const by_type = statement<{ type: string; count: number }>(
    `SELECT c.type, sum(c.count) AS count FROM card_counts c ${clause(conditions)} GROUP BY c.type HAVING sum(c.count) > 0 ORDER BY c.type`,
  ).all(...valuesOf(conditions));
  return { by_type, total: by_type.reduce((sum, row) => sum + row.count, 0) };
}

/** Cards by their ids, in the order given, as a JSON array. */
export function cardsByIds(actor: Actor, ids: readonly string[]): string {
  const rows = statement(
    `SELECT ${WIRE_COLUMNS} FROM json_each(?) AS wanted JOIN cards c ON c.id = wanted.value ORDER BY wanted.key`,
  ).values(listOf(ids)) as unknown as WireRow[];
  return `[${cardsJson(actor, rows)}]`;
}

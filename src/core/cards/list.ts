/** Lists of cards. */
import { statement } from "../../../db/client";
import type { Actor } from "../access/actor";
import { conditionsOf, totalOf, visible } from "./conditions";
import { facetsOf } from "./facets";
import type { CardQuery } from "./model";
import { orderOf } from "./order";
import { isIndexed } from "./search";
import { type Condition, clause, valuesOf, where } from "./sql";
import { cardsJson, WIRE_COLUMNS, type WireRow, wireRows } from "./wire";

/**
 * A page of the cards that match, as JSON text of a CardList.
 * The total of a filter by type, status and approval comes from kept counts; a page in the second half is reached
 * from the end, so that the last page costs no more than the first.
 */
export function listCards(actor: Actor, query: CardQuery): string {
  const { page, page_size } = query;
  const conditions = conditionsOf(actor, query);
  const all = [...conditions.countable, ...conditions.others];
  const found = query.search !== undefined && isIndexed(query.search) ? placesFound(actor, all, query) : undefined;
  const total = found?.length ?? totalOf(conditions);
  const rows = found
    ? wireRows(found.slice((page - 1) * page_size, page * page_size))
    : pageOf(actor, all, query, total);
  const facets = query.facets === undefined ? "" : `,"facets":${JSON.stringify(facetsOf(actor, query, conditions))}`;
  return `{"items":[${cardsJson(actor, rows)}],"total":${total},"page":${page},"page_size":${page_size}${facets}}`;
}

/** Cards that a search may find for them to be counted and sorted in one go. */
const FEW = 5_000;

/** Where all the cards are that a search finds, in their order; undefined when it finds many. */
function placesFound(actor: Actor, conditions: Condition[], query: CardQuery): number[] | undefined {
  const order = orderOf(actor, query);
  const places = statement<[number]>(
    `SELECT c.seq FROM ${order.from} ${clause(conditions)} ${order.sql} LIMIT ?`,
  ).values(...valuesOf(conditions), ...order.values, FEW + 1);
  return places.length > FEW ? undefined : places.map(([place]) => place as number);
}

function pageOf(actor: Actor, conditions: Condition[], query: CardQuery, total: number): WireRow[] {
  const order = orderOf(actor, query);
  const offset = (query.page - 1) * query.page_size;
  const count = Math.min(query.page_size, total - offset);
  if (count <= 0) return [];
  const fromEnd = offset > total / 2;
  const orderBy = fromEnd ? order.reversed : order.sql;
  // First where they are, from an index when there is one that fits; then what is to be said of them, for a page only.
  const places = statement<[number]>(
    `SELECT c.seq FROM ${order.from} ${clause(conditions)} ${orderBy} LIMIT ? OFFSET ?`,
  )
    .values(...valuesOf(conditions), ...order.values, count, fromEnd ? total - offset - count : offset)
    .map(([place]) => place as number);
  return wireRows(fromEnd ? places.reverse() : places);
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
  ).values(JSON.stringify(ids)) as unknown as WireRow[];
  return `[${cardsJson(actor, rows)}]`;
}

/** The order of lists of cards. */
import type { Actor } from "../../../core/access/actor";
import { isDescending } from "../../../http/pagination";
import type { CardQuery } from "../model";
import { ATTRIBUTE, attributeValue, namedField } from "./attribute-filter";
import { singleType } from "./conditions";
import { isIndexed, relevance } from "./search";
import type { Value } from "./sql-conditions";

/** The table of a list with an index hint, the expressions it is sorted by with their parameters, and the direction of all. */
export type Order = { from: string; keys: string[]; values: Value[]; descending: boolean; hasNulls: boolean };

/**
 * The ORDER BY clause of an order; ties are sorted by `place`.
 * @param reversed whether the clause is for reading from the end
 * @param keys expressions in place of the order's own
 */
export function orderBy(order: Order, { reversed = false, keys = order.keys, place = "c.seq" } = {}): string {
  const down = order.descending !== reversed;
  const direction = down ? "DESC" : "ASC";
  const nulls = order.hasNulls ? (down ? " NULLS FIRST" : " NULLS LAST") : "";
  return `ORDER BY ${keys.map((key) => `${key} ${direction}${nulls}, `).join("")}${place} ${direction}`;
}

const columns = "name type status approval_status data_quality created_at updated_at subtype".split(" ");

const by = (expression: string, descending: boolean, hasNulls: boolean, values: Value[] = []): Order => ({
  from: "cards c",
  keys: [expression],
  values,
  descending,
  hasNulls,
});

/** The order by a sortable column; by name for anything else. */
export function byColumn(name: string | undefined, descending: boolean): Order {
  const column = name !== undefined && columns.includes(name) ? name : "name";
  return by(`c.${column}`, descending, column === "subtype");
}

/** The order by relevance, then by name in any case. */
function byRelevance(search: string): Order {
  const { sql: rank, values } = relevance(search);
  const from = isIndexed(search) ? "cards c INDEXED BY cards_found" : "cards c";
  return { from, keys: [rank, "c.name_key"], values, descending: false, hasNulls: false };
}

/**
 * The order of a query: by a column, by `attributes.<key>` of its one type, or by name; by default a search is sorted by
 * relevance.
 * @throws Problem 422 for an attribute that the type doesn't have; 403 for costs that the actor may not see
 */
export function orderOf(actor: Actor, query: CardQuery): Order {
  const { sort_by, search } = query;
  const descending = isDescending(query);
  if (sort_by === undefined && search) return byRelevance(search);
  if (sort_by?.startsWith(ATTRIBUTE)) {
    const { sql, path } = attributeValue(
      namedField(actor, singleType(query), sort_by.slice(ATTRIBUTE.length), "sort_by"),
    );
    return by(sql, descending, true, [path]);
  }
  return byColumn(sort_by, descending);
}

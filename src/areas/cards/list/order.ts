/** In which order a list of cards comes. */

import type { Actor } from "../../../core/access/actor";
import { isDescending } from "../../../http/pagination";
import type { CardQuery } from "../model";
import { attributeValue, namedField } from "./attribute-filter";
import { singleType } from "./conditions";
import { isIndexed, relevance } from "./search";
import type { Value } from "./sql";

/** What a list is sorted by: the table it is of, expressions of it with their values, and which way all of them go. */
export type Order = { from: string; keys: string[]; values: Value[]; descending: boolean; hasNulls: boolean };

/**
 * An order as a clause. Cards that are alike in it go by when they were made.
 * @param reversed from its end
 * @param keys what the expressions are called where this stands
 */
export function orderBy(order: Order, { reversed = false, keys = order.keys, place = "c.seq" } = {}): string {
  const down = order.descending !== reversed;
  const direction = down ? "DESC" : "ASC";
  const nulls = order.hasNulls ? (down ? " NULLS FIRST" : " NULLS LAST") : "";
  return `ORDER BY ${keys.map((key) => `${key} ${direction}${nulls}, `).join("")}${place} ${direction}`;
}

const columns = new Set([
  "name",
  "type",
  "status",
  "approval_status",
  "data_quality",
  "created_at",
  "updated_at",
  "subtype",
]);
/** Columns without a value in some rows: ascending, those come last; descending, first. */
const nullable = new Set(["subtype"]);

const ATTRIBUTE = "attributes.";

const by = (expression: string, descending: boolean, hasNulls: boolean, values: Value[] = []): Order => ({
  from: "cards c",
  keys: [expression],
  values,
  descending,
  hasNulls,
});

/** By a column that lists can be sorted by; anything else means the name. */
export function byColumn(name: string | undefined, descending: boolean): Order {
  const column = name !== undefined && columns.has(name) ? name : "name";
  return by(`c.${column}`, descending, nullable.has(column));
}

/** Best first, then by name, whatever its case. */
function byRelevance(search: string): Order {
  const { sql: rank, values } = relevance(search);
  const from = isIndexed(search) ? "cards c INDEXED BY cards_found" : "cards c";
  return { from, keys: [rank, "c.name_key"], values, descending: false, hasNulls: false };
}

/**
 * The order that a query asks for: a column, `attributes.<key>` of its one type, or else the name; a search without a
 * wish comes by relevance.
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

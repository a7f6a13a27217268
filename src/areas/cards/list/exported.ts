/** The cards of an export: those of the list with the same parameters. */
import { statement } from "../../../../db";
import { clause, isIndexed, type Order, orderBy, valuesOf } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { conditionsOf, visible } from "./conditions";
import type { CardQuery } from "./model";
import { orderOf } from "./order";

/** The parameters of an export. */
export type ExportFilters = Omit<CardQuery, "page" | "page_size" | "facets" | "fields" | "totals">;

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
  const rows = statement<[number]>(`SELECT c.seq FROM ${order.from} ${clause(conditions)} ${orderBy(order)}`);
  return Uint32Array.from(rows.values(...valuesOf(conditions), ...order.values) as [number][], ([seq]) => seq);
}

/** Returns numbers in portions, each as a JSON list. */
export function* portionsOf(numbers: Uint32Array, size: number): Generator<string> {
  for (let from = 0; from < numbers.length; from += size) yield `[${numbers.subarray(from, from + size).join(",")}]`;
}

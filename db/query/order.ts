/** The order of lists, and reading them from their end. */
import type { Value } from "./conditions";

/** The table of a list with an index hint, the expressions it is sorted by with their parameters, and the direction of all. */
export type Order = {
  from: string;
  keys: string[];
  values: Value[];
  descending: boolean;
  hasNulls: boolean;
  /** True when what has no value comes last in either direction; else it comes first in a descending order. */
  nullsLast?: boolean;
};

/**
 * Returns the ORDER BY clause of an order; ties are sorted by `place`.
 * @param reversed whether the clause is for reading from the end
 * @param keys expressions in place of the order's own
 */
export function orderBy(order: Order, { reversed = false, keys = order.keys, place = "c.seq" } = {}): string {
  const down = order.descending !== reversed;
  const direction = down ? "DESC" : "ASC";
  const nullsFirst = order.nullsLast ? reversed : down;
  const nulls = order.hasNulls ? (nullsFirst ? " NULLS FIRST" : " NULLS LAST") : "";
  return `ORDER BY ${keys.map((key) => `${key} ${direction}${nulls}, `).join("")}${place} ${direction}`;
}

/** The order of lists of cards. */

import { attributeValue, isIndexed, type Order, phaseDay, phases, relevance, type Value } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { isDescending } from "../../../http/pagination";
import { singleType } from "./conditions";
import type { CardQuery } from "./model";
import { ATTRIBUTE, namedField } from "./named-field";

const columns = "name type status approval_status data_quality created_at updated_at subtype".split(" ");

const by = (expression: string, descending: boolean, hasNulls: boolean, values: Value[] = []): Order => ({
  from: "cards c",
  keys: [expression],
  values,
  descending,
  hasNulls,
});

/** Returns the order by a sortable column; by name for anything else. */
export function byColumn(name: string | undefined, descending: boolean): Order {
  const column = name !== undefined && columns.includes(name) ? name : "name";
  return by(`c.${column}`, descending, column === "subtype");
}

/** Returns the order by relevance, then by name in any case. */
function byRelevance(search: string): Order {
  const { sql: rank, values } = relevance(search);
  const from = isIndexed(search) ? "cards c INDEXED BY cards_found" : "cards c";
  return { from, keys: [rank, "c.name_key"], values, descending: false, hasNulls: false };
}

/** Checks whether the values by which a query is sorted are read from the JSON of each card. */
export const isEvaluated = ({ sort_by }: CardQuery): boolean =>
  sort_by?.startsWith(ATTRIBUTE) === true || phases.some((phase) => sort_by === `lifecycle.${phase}`);

/**
 * Returns the order of a query: by a column, by `attributes.<key>` of its one type, by `lifecycle.<phase>`, or by name; by
 * default a search is sorted by relevance.
 * @throws Problem 422 for an attribute that the type doesn't have; 403 for costs that the actor may not see
 */
export const orderOf = (actor: Actor, query: CardQuery): Order => ({
  ...keysOf(actor, query),
  nullsLast: query.nulls === "last",
});

function keysOf(actor: Actor, query: CardQuery): Order {
  const { sort_by, search } = query;
  const descending = isDescending(query);
  if (sort_by === undefined && search) return byRelevance(search);
  if (sort_by?.startsWith(ATTRIBUTE)) {
    const { sql, path } = attributeValue(
      namedField(actor, singleType(query), sort_by.slice(ATTRIBUTE.length), "sort_by"),
    );
    return by(sql, descending, true, [path]);
  }
  const phase = phases.find((each) => sort_by === `lifecycle.${each}`);
  return phase ? by(phaseDay(phase), descending, true) : byColumn(sort_by, descending);
}

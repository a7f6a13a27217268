/** In which order a list of cards comes. */
import { isDescending } from "../../http/listing";
import type { Actor } from "../access/actor";
import { attributeValue, namedField } from "./attribute-filter";
import { singleType } from "./conditions";
import type { CardQuery } from "./model";
import { isIndexed, relevance } from "./search";
import type { Value } from "./sql";

/** An ORDER BY clause with its values, and the table that it is of; `reversed` is the same order from its end. */
export type Order = { from: string; sql: string; reversed: string; values: Value[] };

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

function by(expression: string, descending: boolean, hasNulls: boolean, values: Value[] = []): Order {
  const order = (down: boolean) => {
    const nulls = hasNulls ? (down ? " NULLS FIRST" : " NULLS LAST") : "";
    const direction = down ? "DESC" : "ASC";
    return `ORDER BY ${expression} ${direction}${nulls}, c.seq ${direction}`;
  };
  return { from: "cards c", sql: order(descending), reversed: order(!descending), values };
}

/** By a column that lists can be sorted by; anything else means the name. */
export function byColumn(name: string | undefined, descending: boolean): Order {
  const column = name !== undefined && columns.has(name) ? name : "name";
  return by(`c.${column}`, descending, nullable.has(column));
}

/** Best first, then by name, whatever its case. */
function byRelevance(search: string): Order {
  const { sql: rank, values } = relevance(search);
  return {
    from: isIndexed(search) ? "cards c INDEXED BY cards_found" : "cards c",
    sql: `ORDER BY ${rank}, c.name_key, c.seq`,
    reversed: `ORDER BY ${rank} DESC, c.name_key DESC, c.seq DESC`,
    values,
  };
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

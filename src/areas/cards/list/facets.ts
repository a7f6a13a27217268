/** Facets: how many of the matching cards have each value of a field. */
import { cachedUntilWrite, statement } from "../../../../db";
import { type Condition, clause, type Value, valuesOf } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { entriesOf } from "../../../http/query";
import { totalOf } from "./conditions";
import { type Countable, countable } from "./countable";
import { histogramName, histogramOf } from "./histograms";
import type { CardQuery, Histogram } from "./model";

/** Facets that one request may ask for. */
const MAX_FACETS = 20;
/** Values that one facet shows. */
const MAX_VALUES = 100;

type Count = { value: string | number | null; count: number; label?: string | null };

/** The number of facets that are cached. */
const MAX_CACHED = 500;

/** The counts of a query, by its SQL and values as JSON. */
const counts = cachedUntilWrite((query: string): Count[] => {
  const [sql, values] = JSON.parse(query) as [string, Value[]];
  return statement<Count>(sql).all(...values);
}, MAX_CACHED);

function count({ value, from, label, without }: Countable, conditions: readonly Condition[]): Count[] {
  const columns = label === undefined ? `${value.sql} AS value` : `${value.sql} AS value, ${label} AS label`;
  const sql = `SELECT ${columns}, count(*) AS count FROM ${from.sql} ${clause(conditions)} GROUP BY 1 ORDER BY count DESC, 1 LIMIT ${MAX_VALUES}`;
  const found = counts(JSON.stringify([sql, valuesOf([value, from, ...conditions])]));
  if (!without) return found;
  const missing = totalOf({ countable: [], others: [...conditions, without] });
  return missing === 0 ? found : [...found, { value: null, label: null, count: missing }];
}

/** The facets and histograms of a list. */
type Facets = { facets: Record<string, Count[]>; histograms?: Record<string, Histogram> };

/**
 * Returns the facets that a query asks for: name → its values with the number of matching cards, most frequent first;
 * histograms by the names of their fields.
 * @throws Problem 422 for an unknown facet or too many; 403
 */
export function facetsOf(actor: Actor, query: CardQuery, conditions: readonly Condition[]): Facets {
  const names = [...new Set(entriesOf(query.facets))];
  if (names.length > MAX_FACETS) throw invalid(["query", "facets"], `must not be more than ${MAX_FACETS}`);
  const histograms = names.flatMap((name) => histogramName(name) ?? []);
  const plain = names.filter((name) => histogramName(name) === undefined);
  return {
    facets: Object.fromEntries(plain.map((name) => [name, count(countable(actor, query, name, "facets"), conditions)])),
    ...(histograms.length > 0 && {
      histograms: Object.fromEntries(histograms.map((name) => [name, histogramOf(actor, query, name, conditions)])),
    }),
  };
}

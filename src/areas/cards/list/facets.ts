/** Facets: how many of the matching cards have each value of a field. */
import { cachedUntilWrite, statement } from "../../../../db";
import { attributeValue, type Condition, clause, type Value, valuesOf } from "../../../../db/query";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { entriesOf } from "../../../http/query";
import type { CardQuery } from "../model";
import { ATTRIBUTE, namedField } from "./attribute-filter";
import { singleType } from "./conditions";

/** Facets that one request may ask for. */
const MAX_FACETS = 10;
/** Values that one facet shows. */
const MAX_VALUES = 100;

type Count = { value: string | number | null; count: number };

const columns = ["type", "subtype", "status", "approval_status"];

type Countable = { value: string; from?: string; parameters?: Value[] };

/** SQL of the value that a facet counts by, with the tables it is read from and their parameters. */
function countable(actor: Actor, query: CardQuery, name: string): Countable {
  if (columns.includes(name)) return { value: `c.${name}` };
  if (name === "tag") return { value: "ct.tag_id", from: "cards c JOIN card_tags ct ON ct.card_id = c.id" };
  if (!name.startsWith(ATTRIBUTE))
    throw invalid(
      ["query", "facets"],
      `must be among ${columns.join(", ")}, tag and attributes.<key>`,
      "value_error",
      name,
    );
  const field = namedField(actor, singleType(query), name.slice(ATTRIBUTE.length), "facets");
  const { sql, path } = attributeValue(field);
  if (field.type === "multiple_select")
    return { value: "held.value", from: "cards c, json_each(c.attributes, ?) AS held", parameters: [path] };
  if (field.type !== "boolean") return { value: sql, parameters: [path] };
  // Flags are shown as filters take them, and not as the numbers that SQLite makes of them.
  const value = `CASE json_type(c.attributes, ?) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE ${sql} END`;
  return { value, parameters: [path, path] };
}

/** The number of facets that are cached. */
const MAX_CACHED = 500;

/** The counts of a query, by its SQL and values as JSON. */
const counts = cachedUntilWrite((query: string): Count[] => {
  const [sql, values] = JSON.parse(query) as [string, Value[]];
  return statement<Count>(sql).all(...values);
}, MAX_CACHED);

function count({ value, from = "cards c", parameters = [] }: Countable, conditions: readonly Condition[]): Count[] {
  const sql = `SELECT ${value} AS value, count(*) AS count FROM ${from} ${clause(conditions)} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_VALUES}`;
  return counts(JSON.stringify([sql, [...parameters, ...valuesOf(conditions)]]));
}

/**
 * The facets that a query asks for: name → its values with the number of matching cards, most frequent first.
 * @throws Problem 422 for an unknown facet or too many; 403
 */
export function facetsOf(actor: Actor, query: CardQuery, conditions: readonly Condition[]): Record<string, Count[]> {
  const names = [...new Set(entriesOf(query.facets))];
  if (names.length > MAX_FACETS) throw invalid(["query", "facets"], `must not be more than ${MAX_FACETS}`);
  return Object.fromEntries(names.map((name) => [name, count(countable(actor, query, name), conditions)]));
}

/** How the cards that match are spread over the values of something. */
import { statement } from "../../../../db";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import type { CardQuery } from "../model";
import { attributeValue, namedField } from "./attribute-filter";
import { type CardConditions, singleType } from "./conditions";
import { clause, entries, valuesOf } from "./sql";

/** Facets that one request may ask for, and values that one facet shows. */
const MOST_FACETS = 10;
const MOST_VALUES = 100;

type Count = { value: string | number | null; count: number };

const columns = new Map([
  ["type", "c.type"],
  ["subtype", "c.subtype"],
  ["status", "c.status"],
  ["approval_status", "c.approval_status"],
]);

const ATTRIBUTE = "attributes.";

function countBy(from: string, value: string, values: (string | number | null)[], conditions: CardConditions): Count[] {
  const all = [...conditions.countable, ...conditions.others];
  return statement<Count>(
    `SELECT ${value} AS value, count(*) AS count FROM ${from} ${clause(all)} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MOST_VALUES}`,
  ).all(...values, ...valuesOf(all));
}

function facet(actor: Actor, query: CardQuery, name: string, conditions: CardConditions): Count[] {
  const column = columns.get(name);
  if (column) return countBy("cards c", column, [], conditions);
  if (name === "tag") return countBy("cards c JOIN card_tags ct ON ct.card_id = c.id", "ct.tag_id", [], conditions);
  if (!name.startsWith(ATTRIBUTE))
    throw invalid(
      ["query", "facets"],
      `must be among ${[...columns.keys()].join(", ")}, tag and attributes.<key>`,
      "value_error",
      name,
    );
  const field = namedField(actor, singleType(query), name.slice(ATTRIBUTE.length), "facets");
  const { sql, path } = attributeValue(field);
  // Told as they are asked for in a filter, and not as the numbers that SQLite makes of them.
  if (field.type === "boolean")
    return countBy(
      "cards c",
      `CASE json_type(c.attributes, ?) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE ${sql} END`,
      [path, path],
      conditions,
    );
  if (field.type !== "multiple_select") return countBy("cards c", sql, [path], conditions);
  const all = [...conditions.countable, ...conditions.others];
  return statement<Count>(
    `SELECT held.value AS value, count(*) AS count FROM cards c, json_each(c.attributes, ?) AS held ${clause(all)}
     GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MOST_VALUES}`,
  ).all(path, ...valuesOf(all));
}

/**
 * The facets that a query asks for: name → its values with the number of matching cards, most frequent first.
 * @throws Problem 422 for an unknown facet or too many; 403
 */
export function facetsOf(actor: Actor, query: CardQuery, conditions: CardConditions): Record<string, Count[]> {
  const names = [...new Set(entries(query.facets))];
  if (names.length > MOST_FACETS) throw invalid(["query", "facets"], `must not be more than ${MOST_FACETS}`);
  return Object.fromEntries(names.map((name) => [name, facet(actor, query, name, conditions)]));
}

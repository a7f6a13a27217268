/** Facets: how many of the matching cards have each value of a field. */
import { cachedUntilWrite, statement } from "../../../../db";
import { attributeValue, type Condition, clause, negated, phaseAt, type Value, valuesOf } from "../../../../db/query";
import type { Field } from "../../../../db/schema/metamodel";
import type { Actor } from "../../../core/access/actor";
import { invalid } from "../../../http/errors";
import { entriesOf } from "../../../http/query";
import { today } from "../../../platform/clock";
import { singleType, totalOf } from "./conditions";
import { filled } from "./field-sql";
import { histogramName, histogramOf } from "./histograms";
import { type ListedField, listedField } from "./listed-fields";
import type { CardQuery, Histogram } from "./model";

/** Facets that one request may ask for. */
const MAX_FACETS = 20;
/** Values that one facet shows. */
const MAX_VALUES = 100;

type Count = { value: string | number | null; count: number; label?: string | null };

const columns = ["type", "subtype", "status", "approval_status"];

/** The value by which a facet counts. */
type Countable = {
  /** SQL of the value. */
  value: string;
  from?: string;
  parameters?: Value[];
  /** SQL of the name that people know the value by. */
  label?: string;
  /** Meets the cards that have no value, when they are not rows of the query. */
  without?: Condition;
};

/** Returns SQL of the value of a link, and of who or what is linked. */
function linkCountable(field: ListedField, day: string): Countable | undefined {
  const without = negated(filled(field, day));
  switch (field.kind) {
    case "relation": {
      const [own, other] = field.side === "source" ? ["source", "target"] : ["target", "source"];
      const from = `cards c JOIN relations fr ON fr.${own}_seq = c.seq AND fr.type_seq = ? JOIN cards fp ON fp.seq = fr.${other}_seq AND fp.status <> 'ARCHIVED'`;
      return { value: "fp.id", label: "fp.name", from, parameters: [field.type.seq], without };
    }
    case "stakeholder": {
      const ofRole = field.role === undefined ? "" : " AND fs.role = ?";
      const from = `cards c JOIN stakeholders fs ON fs.card_id = c.id${ofRole} JOIN users fu ON fu.id = fs.user_id`;
      const parameters = field.role === undefined ? [] : [field.role];
      return { value: "fu.id", label: "fu.display_name", from, parameters, without };
    }
    case "tag": {
      const from =
        "cards c JOIN card_tags ft ON ft.card_id = c.id JOIN tags fg ON fg.id = ft.tag_id AND fg.tag_group_id = ?";
      return { value: "fg.id", label: "fg.name", from, parameters: [field.groupId], without };
    }
    case "column":
      if (field.column !== "parent_id") return undefined;
      return { value: "fp.id", label: "fp.name", from: "cards c JOIN cards fp ON fp.id = c.parent_id", without };
    default:
      return undefined;
  }
}

/** Returns SQL of the value that a facet of an attribute counts by. */
function attributeCountable(field: Field): Countable {
  const { sql, path } = attributeValue(field);
  if (field.type === "multiple_select")
    return { value: "held.value", from: "cards c, json_each(c.attributes, ?) AS held", parameters: [path] };
  if (field.type !== "boolean") return { value: sql, parameters: [path] };
  // Flags are shown as filters take them, and not as the numbers that SQLite makes of them.
  const value = `CASE json_type(c.attributes, ?) WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE ${sql} END`;
  return { value, parameters: [path, path] };
}

/**
 * Returns the value by which a facet counts, with the tables it is read from.
 * @throws Problem 422 for an unknown facet; 403
 */
function countable(actor: Actor, query: CardQuery, name: string): Countable {
  if (columns.includes(name)) return { value: `c.${name}` };
  if (name === "tag") return { value: "ct.tag_id", from: "cards c JOIN card_tags ct ON ct.card_id = c.id" };
  const day = query.at ?? today();
  const field = listedField({ actor, typeKey: singleType(query), parameter: "facets" }, name);
  if (field?.kind === "attribute") return attributeCountable(field.field);
  if (field?.kind === "phase") {
    const { sql, values } = phaseAt(day);
    return { value: sql, parameters: values };
  }
  const link = field && linkCountable(field, day);
  if (link) return link;
  throw invalid(
    ["query", "facets"],
    `must be among ${columns.join(", ")}, tag, phase, parent, attributes.<key>, relation.<key>, reverse.<key>, stakeholder.<role> and tag.<group id>`,
    "value_error",
    name,
  );
}

/** The number of facets that are cached. */
const MAX_CACHED = 500;

/** The counts of a query, by its SQL and values as JSON. */
const counts = cachedUntilWrite((query: string): Count[] => {
  const [sql, values] = JSON.parse(query) as [string, Value[]];
  return statement<Count>(sql).all(...values);
}, MAX_CACHED);

function count(
  { value, from = "cards c", parameters = [], label, without }: Countable,
  conditions: readonly Condition[],
): Count[] {
  const columns = label === undefined ? `${value} AS value` : `${value} AS value, ${label} AS label`;
  const sql = `SELECT ${columns}, count(*) AS count FROM ${from} ${clause(conditions)} GROUP BY 1 ORDER BY count DESC, 1 LIMIT ${MAX_VALUES}`;
  const found = counts(JSON.stringify([sql, [...parameters, ...valuesOf(conditions)]]));
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
    facets: Object.fromEntries(plain.map((name) => [name, count(countable(actor, query, name), conditions)])),
    ...(histograms.length > 0 && {
      histograms: Object.fromEntries(histograms.map((name) => [name, histogramOf(actor, query, name, conditions)])),
    }),
  };
}

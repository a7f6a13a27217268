/** The number of cards that use a field, section or option of a card type, and the impact of its removal. */
import { inList, listOf, statement } from "../../../db";
import { requireCardType } from "./card-types";
import { countFieldReferences } from "./extension-points";
import type { CardTypeUsage, RemovalImpact } from "./model";

type Counts = { active: number; all: number };

const ACTIVE_AND_ALL = "SELECT count(*) FILTER (WHERE c.status = 'ACTIVE') AS active, count(*) AS 'all' FROM cards c";

const count = (sql: string, ...values: string[]): Counts =>
  statement<Counts, string[]>(sql).get(...values) ?? { active: 0, all: 0 };

/** Counts the cards of a type whose attributes have one of the keys, whatever the value. */
const withKeys = (typeKey: string, fieldKeys: readonly string[]): Counts =>
  count(
    `${ACTIVE_AND_ALL} WHERE c.type = ?
       AND EXISTS (SELECT 1 FROM json_each(c.attributes) WHERE ${inList("key")})`,
    typeKey,
    listOf(fieldKeys),
  );

/** Counts the cards of a type. */
const ofType = (typeKey: string): Counts => count(`${ACTIVE_AND_ALL} WHERE c.type = ?`, typeKey);

/** Counts the cards of a type in which a field's value is the option or, for a list, contains it. */
function withOption(typeKey: string, fieldKey: string, optionKey: string, isList: boolean): Counts {
  const matches = isList
    ? "a.type = 'array' AND EXISTS (SELECT 1 FROM json_each(a.value) AS o WHERE o.value = ?)"
    : "(CASE a.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(a.atom AS TEXT) END) = ?";
  return count(
    `${ACTIVE_AND_ALL} WHERE c.type = ? AND EXISTS (SELECT 1 FROM json_each(c.attributes) AS a WHERE a.key = ? AND ${matches})`,
    typeKey,
    fieldKey,
    optionKey,
  );
}

/**
 * Counts the active cards of a type that have a field.
 * @throws Problem 404
 */
export function fieldUsage(typeKey: string, fieldKey: string): { field_key: string; card_count: number } {
  requireCardType(typeKey);
  return { field_key: fieldKey, card_count: withKeys(typeKey, [fieldKey]).active };
}

/**
 * Counts the active cards of a type that have at least one of some fields.
 * @param fieldKeys comma-separated
 * @throws Problem 404
 */
export function sectionUsage(typeKey: string, fieldKeys: string): { card_count: number } {
  requireCardType(typeKey);
  const keys = fieldKeys.split(",").map((key) => key.trim());
  return { card_count: withKeys(typeKey, keys.filter(Boolean)).active };
}

/**
 * Counts the active cards of a type that have an option of a field.
 * @throws Problem 404
 */
export function optionUsage(
  typeKey: string,
  fieldKey: string,
  optionKey: string,
): { field_key: string; option_key: string; card_count: number } {
  const isList = requireCardType(typeKey).fields.get(fieldKey)?.type === "multiple_select";
  const { active } = withOption(typeKey, fieldKey, optionKey, isList);
  return { field_key: fieldKey, option_key: optionKey, card_count: active };
}

/**
 * Returns the impact of removing a field or one of its options.
 * @throws Problem 404
 */
export function removalImpact(typeKey: string, fieldKey: string, optionKey?: string): RemovalImpact {
  const type = requireCardType(typeKey);
  const field = type.fields.get(fieldKey);
  const cards =
    optionKey === undefined
      ? withKeys(typeKey, [fieldKey])
      : withOption(typeKey, fieldKey, optionKey, field?.type === "multiple_select");
  return {
    field_key: fieldKey,
    option_key: optionKey ?? null,
    card_count: cards.all,
    active_card_count: cards.active,
    required: field?.required ?? false,
    weight: type.fieldWeights.find(([key]) => key === fieldKey)?.[1] ?? 0,
    hidden_by_subtypes: type.subtypes
      .filter((subtype) => subtype.hidden_fields?.includes(fieldKey))
      .map((subtype) => subtype.key),
    references: countFieldReferences(typeKey, fieldKey, optionKey),
  };
}

const FIELD_USAGE = `SELECT a.key, count(*) AS cards FROM cards c, json_each(c.attributes) AS a
  WHERE c.type = ? AND c.status = 'ACTIVE' GROUP BY a.key`;

const OPTION_USAGE = `SELECT a.key, CAST(o.value AS TEXT) AS option, count(DISTINCT c.id) AS cards
  FROM cards c, json_each(c.attributes) AS a,
    json_each(CASE a.type WHEN 'array' THEN a.value ELSE json_array(a.value) END) AS o
  WHERE c.type = ? AND c.status = 'ACTIVE' AND ${inList("a.key")} GROUP BY 1, 2`;

/**
 * Counts, for each field of a type and each of its options, the active cards that have it, in two statements.
 * @throws Problem 404
 */
export function cardTypeUsage(typeKey: string): CardTypeUsage {
  const type = requireCardType(typeKey);
  const withOptions = [...type.fields.values()].filter(({ options }) => options?.length).map(({ key }) => key);
  const fields = statement<{ key: string; cards: number }, [string]>(FIELD_USAGE).all(typeKey);
  const options = statement<{ key: string; option: string; cards: number }, [string, string]>(OPTION_USAGE).all(
    typeKey,
    listOf(withOptions),
  );
  const counts = new Map(fields.map(({ key, cards }) => [key, cards]));
  const optionsOf = Map.groupBy(options, ({ key }) => key);
  return {
    key: typeKey,
    card_count: ofType(typeKey).active,
    fields: [...type.fields.keys()].map((key) => ({
      field_key: key,
      card_count: counts.get(key) ?? 0,
      options: Object.fromEntries((optionsOf.get(key) ?? []).map(({ option, cards }) => [option, cards])),
    })),
  };
}

/** How much a field, a section or an option of a card type is used: what would be lost with it. */
import { inList, listOf, statement } from "../../../db";
import { requireCardType } from "./card-types";
import { referencesTo } from "./changes";
import type { RemovalImpact } from "./model";

type Counts = { active: number; all: number };

const ACTIVE_AND_ALL = "SELECT count(*) FILTER (WHERE c.status = 'ACTIVE') AS active, count(*) AS 'all' FROM cards c";

const counted = (sql: string, ...values: string[]): Counts =>
  statement<Counts, string[]>(sql).get(...values) ?? { active: 0, all: 0 };

/** Cards of a type whose attributes contain one of the keys, whatever the value. */
const withKeys = (typeKey: string, fieldKeys: readonly string[]): Counts =>
  counted(
    `${ACTIVE_AND_ALL} WHERE c.type = ?
       AND EXISTS (SELECT 1 FROM json_each(c.attributes) WHERE ${inList("key")})`,
    typeKey,
    listOf(fieldKeys),
  );

/** Cards of a type in which a field's value is the option or, for a field that holds several, contains it. */
function withOption(typeKey: string, fieldKey: string, optionKey: string, isList: boolean): Counts {
  const holds = isList
    ? "a.type = 'array' AND EXISTS (SELECT 1 FROM json_each(a.value) AS o WHERE o.value = ?)"
    : "(CASE a.type WHEN 'true' THEN 'true' WHEN 'false' THEN 'false' ELSE CAST(a.atom AS TEXT) END) = ?";
  return counted(
    `${ACTIVE_AND_ALL} WHERE c.type = ? AND EXISTS (SELECT 1 FROM json_each(c.attributes) AS a WHERE a.key = ? AND ${holds})`,
    typeKey,
    fieldKey,
    optionKey,
  );
}

/**
 * The active cards of a type that have a field.
 * @throws Problem 404
 */
export function fieldUsage(typeKey: string, fieldKey: string): { field_key: string; card_count: number } {
  requireCardType(typeKey);
  return { field_key: fieldKey, card_count: withKeys(typeKey, [fieldKey]).active };
}

/**
 * The active cards of a type that have at least one of some fields.
 * @param fieldKeys comma-separated
 * @throws Problem 404
 */
export function sectionUsage(typeKey: string, fieldKeys: string): { card_count: number } {
  requireCardType(typeKey);
  const keys = fieldKeys
    .split(",")
    .map((key) => key.trim())
    .filter(Boolean);
  return { card_count: keys.length === 0 ? 0 : withKeys(typeKey, keys).active };
}

/**
 * The active cards of a type that have an option of a field.
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
 * What the removal of a field, or of one of its options, would touch.
 * @throws Problem 404
 */
export function impactOfRemoval(typeKey: string, fieldKey: string, optionKey?: string): RemovalImpact {
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
    references: referencesTo(typeKey, fieldKey, optionKey),
  };
}

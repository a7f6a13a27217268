/** The metamodel in memory: parsed once, and dropped when it changes. */
import { cached, db, statement, tables } from "../../../db";
import type { Field } from "../../../db/schema/metamodel";
import { costKeysAmong, costsOfToday, removedCosts } from "./costs";

type CardTypeRow = typeof tables.cardTypes.$inferSelect;
export type RelationType = typeof tables.relationTypes.$inferSelect;

/** The weights of what counts in the data quality in addition to the fields. */
export type Buckets = { description: number; lifecycle: number; relations: number; tags: number; stakeholders: number };

/** A card type, with what is derived from its schema. */
export type CardType = CardTypeRow & {
  /** Field key → field, whatever its section. */
  fields: ReadonlyMap<string, Field>;
  /** Field key → weight in the data quality; fields without weight are left out. */
  fieldWeights: readonly (readonly [key: string, weight: number])[];
  bucketWeights: Buckets;
  /** Keys of cost fields, removed ones included. */
  costKeys: readonly string[];
  /** The fields that a subtype hides. */
  hiddenFieldsOf(subtype: string | null): ReadonlySet<string>;
};

/** A mandatory relation of the cards of a type: the end at which the card is, and the label as read from there. */
export type MandatorySide = { key: string; label: string; side: "source" | "target"; other_type_key: string };

const nothingHidden: ReadonlySet<string> = new Set();

const numberOr = (value: unknown, fallback: number) =>
  typeof value === "number" && Number.isFinite(value) ? value : fallback;

function bucketsOf(row: CardTypeRow): Buckets {
  const set = (row.section_config["__dataQuality"] ?? {}) as Partial<Record<keyof Buckets, unknown>>;
  const weight = (name: keyof Buckets) => numberOr(set[name], 1);
  return {
    description: weight("description"),
    lifecycle: weight("lifecycle"),
    relations: weight("relations"),
    tags: weight("tags"),
    stakeholders: weight("stakeholders"),
  };
}

/** @param costs the keys of removed cost fields, and of those that are costs today */
function derive(row: CardTypeRow, ...costs: (readonly string[] | undefined)[]): CardType {
  const all = row.fields_schema.flatMap((section) => section.fields);
  const hidden = new Map(row.subtypes.map((subtype) => [subtype.key, new Set(subtype.hidden_fields ?? [])]));
  return {
    ...row,
    fields: new Map(all.map((field) => [field.key, field])),
    fieldWeights: all
      .map((field) => [field.key, numberOr(field.weight, 1)] as const)
      .filter(([, weight]) => weight > 0),
    bucketWeights: bucketsOf(row),
    costKeys: costKeysAmong(all, ...costs),
    hiddenFieldsOf: (subtype) => (subtype === null ? undefined : hidden.get(subtype)) ?? nothingHidden,
  };
}

/** Maps card type → its mandatory relations; hidden relation types have none. */
function deriveMandatorySides(relationTypes: readonly RelationType[]): Map<string, MandatorySide[]> {
  const sides = new Map<string, MandatorySide[]>();
  const add = (typeKey: string, side: MandatorySide) => sides.set(typeKey, [...(sides.get(typeKey) ?? []), side]);
  for (const type of relationTypes) {
    if (type.is_hidden) continue;
    const { key, label, reverse_label, source_type_key, target_type_key } = type;
    if (type.source_mandatory) add(source_type_key, { key, label, side: "source", other_type_key: target_type_key });
    if (type.target_mandatory)
      add(target_type_key, { key, label: reverse_label || label, side: "target", other_type_key: source_type_key });
  }
  return sides;
}

/** The metamodel with everything that is derived from it. */
export const metamodel = cached(() => {
  const { cardTypes, relationTypes } = tables;
  const removedFields = removedCosts("card");
  const removedAttributes = removedCosts("relation");
  const [fieldsOfToday, attributesOfToday] = [costsOfToday("card"), costsOfToday("relation")];
  const types = db
    .select()
    .from(cardTypes)
    .orderBy(cardTypes.sort_order, cardTypes.key)
    .all()
    .map((row) => derive(row, removedFields.get(row.key), fieldsOfToday.get(row.key)));
  const relations = db.select().from(relationTypes).orderBy(relationTypes.sort_order, relationTypes.key).all();
  return {
    cardTypes: new Map(types.map((type) => [type.key, type])),
    relationTypes: new Map(relations.map((type) => [type.key, type])),
    hiddenCardTypes: types.filter((type) => type.is_hidden).map((type) => type.key),
    mandatorySides: deriveMandatorySides(relations),
    // Deleted types included: the journal still describes their relations.
    relationCostKeys: new Map<string, readonly string[]>([
      ...removedAttributes,
      ...relations.map(
        ({ key, attributes_schema }) =>
          [key, costKeysAmong(attributes_schema, removedAttributes.get(key), attributesOfToday.get(key))] as const,
      ),
    ]),
    allCostKeys: [...new Set([...types.flatMap((type) => type.costKeys), ...[...removedFields.values()].flat()])],
  };
});

/** Drops the cache; for every transaction that changes card types or relation types. */
export const forgetMetamodel = (): void => metamodel.drop();

const none: readonly never[] = [];

/** Returns the card type with this key, hidden ones too. */
export const cardType = (key: string): CardType | undefined => metamodel().cardTypes.get(key);
/** Returns the relation type with this key, hidden ones too. */
export const relationType = (key: string): RelationType | undefined => metamodel().relationTypes.get(key);
/** Returns keys of the hidden card types, whose cards don't appear in lists. */
export const hiddenCardTypes = (): readonly string[] => metamodel().hiddenCardTypes;
/** Returns keys of the cost fields of a card type; none for an unknown type. */
export const costKeysOf = (typeKey: string): readonly string[] => cardType(typeKey)?.costKeys ?? none;
/** Returns keys of the cost attributes of a relation type. */
export const relationCostKeysOf = (typeKey: string): readonly string[] =>
  metamodel().relationCostKeys.get(typeKey) ?? none;
/** Returns keys of the cost fields of all card types, for what can't be traced to its card any more. */
export const allCostKeys = (): readonly string[] => metamodel().allCostKeys;
/** Returns the mandatory relations of a card type. */
export const mandatorySidesOf = (typeKey: string): readonly MandatorySide[] =>
  metamodel().mandatorySides.get(typeKey) ?? none;

/** Creates the place of a new type in its list; one that is left out comes last. */
export function newSortOrder(asked: number | null | undefined, types: Iterable<{ sort_order: number }>): number {
  return asked === undefined ? Math.max(0, ...[...types].map((type) => type.sort_order)) + 1 : (asked ?? 0);
}

/** Hides the card type of business processes and its relation types, or shows them; part of the running transaction. */
export function hideProcessTypes(isHidden: boolean): void {
  const hidden = isHidden ? 1 : 0;
  statement("UPDATE card_types SET is_hidden = ? WHERE key = 'BusinessProcess'").run(hidden);
  statement(
    "UPDATE relation_types SET is_hidden = ? WHERE source_type_key = 'BusinessProcess' OR target_type_key = 'BusinessProcess'",
  ).run(hidden);
  forgetMetamodel();
}

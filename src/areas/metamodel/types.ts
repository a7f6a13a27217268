/** The metamodel as everything else reads it: parsed once, kept in memory, dropped when it changes. */
import { eq } from "drizzle-orm";
import { cached, db, tables } from "../../../db";
import type { Field } from "../../../db/schema/metamodel";

type CardTypeRow = typeof tables.cardTypes.$inferSelect;
export type RelationType = typeof tables.relationTypes.$inferSelect;

/** The buckets of data quality beside the fields. */
export type Buckets = { description: number; lifecycle: number; relations: number; tags: number; stakeholders: number };

/** A card type, with what is derived from its schema. */
export type CardType = CardTypeRow & {
  /** Field key → field, whatever its section. */
  fields: ReadonlyMap<string, Field>;
  /** Field key → weight in the data quality; fields that don't count are left out. */
  fieldWeights: readonly (readonly [key: string, weight: number])[];
  bucketWeights: Buckets;
  /** Keys of fields that hold costs, or held them while they were declared. */
  costKeys: readonly string[];
  /** The fields that a subtype hides. */
  hiddenFieldsOf(subtype: string | null): ReadonlySet<string>;
};

/** A relation that every card of a type must have: at which end the card stands, and what the relation is called from there. */
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

/** Keys of the fields that hold costs, and of those that did and are not declared any more. */
function costsAmong(fields: readonly Field[], retired: readonly string[] = []): string[] {
  const declared = new Set(fields.map((field) => field.key));
  return [
    ...fields.filter((field) => field.type === "cost").map((field) => field.key),
    ...retired.filter((key) => !declared.has(key)),
  ];
}

/** Card type or relation type → the keys of its fields that held costs and are gone. */
function retiredCosts(kind: "card" | "relation"): Map<string, string[]> {
  const rows = db.select().from(tables.retiredCosts).where(eq(tables.retiredCosts.kind, kind)).all();
  const byOwner = new Map<string, string[]>();
  for (const { owner, field } of rows) byOwner.set(owner, [...(byOwner.get(owner) ?? []), field]);
  return byOwner;
}

function derive(row: CardTypeRow, retired: readonly string[] | undefined): CardType {
  const all = row.fields_schema.flatMap((section) => section.fields);
  const hidden = new Map(row.subtypes.map((subtype) => [subtype.key, new Set(subtype.hidden_fields ?? [])]));
  return {
    ...row,
    fields: new Map(all.map((field) => [field.key, field])),
    fieldWeights: all
      .map((field) => [field.key, numberOr(field.weight, 1)] as const)
      .filter(([, weight]) => weight > 0),
    bucketWeights: bucketsOf(row),
    costKeys: costsAmong(all, retired),
    hiddenFieldsOf: (subtype) => (subtype === null ? undefined : hidden.get(subtype)) ?? nothingHidden,
  };
}

function sidesOf(relationTypes: readonly RelationType[]): Map<string, MandatorySide[]> {
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

/** Everything at once, so that one change drops all that is derived from it. */
export const metamodel = cached(() => {
  const { cardTypes, relationTypes } = tables;
  const retiredFields = retiredCosts("card");
  const retiredAttributes = retiredCosts("relation");
  const types = db
    .select()
    .from(cardTypes)
    .orderBy(cardTypes.sort_order, cardTypes.key)
    .all()
    .map((row) => derive(row, retiredFields.get(row.key)));
  const relations = db.select().from(relationTypes).orderBy(relationTypes.sort_order, relationTypes.key).all();
  return {
    cardTypes: new Map(types.map((type) => [type.key, type])),
    relationTypes: new Map(relations.map((type) => [type.key, type])),
    hiddenCardTypes: types.filter((type) => type.is_hidden).map((type) => type.key),
    mandatorySides: sidesOf(relations),
    // Of types that are gone, too: their cards and relations may still be told of.
    relationCostKeys: new Map<string, readonly string[]>([
      ...retiredAttributes,
      ...relations.map(
        (type) => [type.key, costsAmong(type.attributes_schema, retiredAttributes.get(type.key))] as const,
      ),
    ]),
    allCostKeys: [...new Set([...types.flatMap((type) => type.costKeys), ...[...retiredFields.values()].flat()])],
  };
});

/** Forgets what is cached; to be called in every transaction that changes card types or relation types. */
export const dropMetamodel = (): void => metamodel.drop();

const none: readonly never[] = [];

/** The card type with this key, hidden ones too. */
export const cardType = (key: string): CardType | undefined => metamodel().cardTypes.get(key);
/** The relation type with this key, hidden ones too. */
export const relationType = (key: string): RelationType | undefined => metamodel().relationTypes.get(key);
/** Keys of the card types whose cards don't appear in lists. */
export const hiddenCardTypes = (): readonly string[] => metamodel().hiddenCardTypes;
/** Keys of the fields that hold costs on cards of a type; none for an unknown type. */
export const costKeysOf = (typeKey: string): readonly string[] => cardType(typeKey)?.costKeys ?? none;
/** Keys of the attributes that hold costs on relations of a type. */
export const relationCostKeysOf = (typeKey: string): readonly string[] =>
  metamodel().relationCostKeys.get(typeKey) ?? none;
/** Every key that holds costs on cards of some type: for what can't be traced to its card any more. */
export const allCostKeys = (): readonly string[] => metamodel().allCostKeys;
/** The mandatory relations of cards of a type. */
export const mandatorySidesOf = (typeKey: string): readonly MandatorySide[] =>
  metamodel().mandatorySides.get(typeKey) ?? none;

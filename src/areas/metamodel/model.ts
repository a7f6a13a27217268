/** The schemas of card types and relation types. */
import { z } from "zod";
import { SliceQuery } from "../../http/pagination";
import { Flag, FreeObject, LONG, namedObject, orNull, StoredObject, Text, Whole } from "../../http/schemas";
import {
  AttributesInput,
  Label,
  NewKey,
  PropertyTranslations,
  RolesInput,
  SectionsInput,
  SubtypesInput,
} from "./fields";
import { LONGEST_KEY } from "./keys";

/** Places of entries in their list. */
export const SortOrder = Whole(-1_000_000_000, 1_000_000_000);

const Translations = z.record(z.string(), z.string());

export const FieldOption = namedObject("FieldOption", {
  key: z.string(),
  label: z.string(),
  color: z.string().optional(),
  translations: Translations.optional(),
  built_in: z.boolean().optional(),
  hidden: z.boolean().optional(),
});

export const TypeField = namedObject("TypeField", {
  key: z.string(),
  label: z.string(),
  type: z.string(),
  options: FieldOption.array().optional(),
  required: z.boolean().optional(),
  weight: z.number().optional(),
  readonly: z.boolean().optional(),
  group: z.string().optional(),
  column: z.number().optional(),
  translations: Translations.optional(),
  built_in: z.boolean().optional(),
  hidden: z.boolean().optional(),
});

export const TypeSection = namedObject("TypeSection", {
  section: z.string(),
  fields: TypeField.array(),
  columns: z.number().optional(),
  groups: z.string().array().optional(),
  defaultExpanded: z.boolean().optional(),
  translations: Translations.optional(),
});

export const Subtype = namedObject("Subtype", {
  key: z.string(),
  label: z.string(),
  translations: Translations.optional(),
  hidden_fields: z.string().array().optional(),
});

export const CardType = namedObject("CardType", {
  key: z.string(),
  label: z.string(),
  description: z.string().nullable(),
  icon: z.string(),
  color: z.string(),
  category: z.string().nullable(),
  has_hierarchy: z.boolean(),
  has_successors: z.boolean(),
  subtypes: Subtype.array(),
  fields_schema: TypeSection.array(),
  stakeholder_roles: z
    .object({ key: z.string(), label: z.string(), translations: Translations.optional() })
    .array()
    .meta({ description: "For older clients; the role definitions of the type are what counts" }),
  section_config: StoredObject,
  built_in: z.boolean(),
  is_hidden: z.boolean(),
  sort_order: z.int(),
  translations: z.record(z.string(), Translations),
});
export type CardType = z.infer<typeof CardType>;

export const Cardinality = z.enum(["1:1", "1:n", "n:m"]);

/** The end of a relation that is affected when the other one fails or changes. */
const AffectedEnd = z.enum(["source", "target", "both", "none"]);

export const RelationType = namedObject("RelationType", {
  key: z.string(),
  label: z.string(),
  reverse_label: z.string().nullable(),
  description: z.string().nullable(),
  source_type_key: z.string(),
  target_type_key: z.string(),
  cardinality: z.string(),
  attributes_schema: TypeField.array(),
  built_in: z.boolean(),
  is_hidden: z.boolean(),
  sort_order: z.int(),
  translations: z.record(z.string(), Translations),
  source_visible: z.boolean(),
  source_mandatory: z.boolean(),
  target_visible: z.boolean(),
  target_mandatory: z.boolean(),
  affected_end: AffectedEnd,
});
export type RelationType = z.infer<typeof RelationType>;

/** The facts about a relation type that stand next to cards of one of its ends. */
export const RelationTypeRef = RelationType.pick({
  key: true,
  label: true,
  reverse_label: true,
  source_type_key: true,
  target_type_key: true,
}).extend({ other_type_key: z.string() });

const IncludeHidden = Flag.optional().meta({ description: "Hidden ones too", default: false });

export const CardTypeQuery = z.object({ include_hidden: IncludeHidden, ...SliceQuery });
export const RelationTypeQuery = z.object({
  type_key: Text(LONGEST_KEY).optional().meta({ description: "Only those that begin or end at this card type" }),
  include_hidden: IncludeHidden,
  ...SliceQuery,
});

const bucketNames = ["description", "lifecycle", "relations", "tags", "stakeholders"];

/** The weights of the data quality must be numbers; the rest is up to the client. */
const SectionConfig = FreeObject.superRefine((config, context) => {
  const weights = config["__dataQuality"];
  if (weights === undefined || weights === null) return;
  if (typeof weights !== "object" || Array.isArray(weights))
    return context.addIssue({ code: "custom", path: ["__dataQuality"], message: "must be an object", input: weights });
  for (const name of bucketNames) {
    const weight: unknown = (weights as Record<string, unknown>)[name];
    if (weight !== undefined && weight !== null && typeof weight !== "number")
      context.addIssue({
        code: "custom",
        path: ["__dataQuality", name],
        message: "must be a number",
        params: { type: "float_type" },
        input: weight,
      });
  }
});

const cardType = {
  label: Label(200),
  description: orNull(Text(LONG)),
  icon: Text(100),
  color: Text(20),
  category: orNull(Text(100)),
  has_hierarchy: Flag,
  has_successors: Flag,
  subtypes: orNull(SubtypesInput),
  fields_schema: orNull(SectionsInput),
  stakeholder_roles: orNull(RolesInput),
};

export const NewCardType = z.object({
  key: NewKey,
  ...cardType,
  icon: orNull(cardType.icon).meta({ description: "`category` when left out" }),
  color: orNull(cardType.color).meta({ description: "`#1976d2` when left out" }),
  has_hierarchy: orNull(Flag),
  has_successors: orNull(Flag),
  stakeholder_roles: orNull(RolesInput).meta({ description: "responsible and observer when left out" }),
  sort_order: orNull(SortOrder).meta({ description: "After all others when left out" }),
  translations: orNull(PropertyTranslations),
});
export type NewCardType = z.infer<typeof NewCardType>;

export const CardTypeChanges = z
  .object({
    ...cardType,
    section_config: orNull(SectionConfig),
    sort_order: SortOrder,
    is_hidden: Flag,
    translations: orNull(PropertyTranslations),
  })
  .partial();
export type CardTypeChanges = z.infer<typeof CardTypeChanges>;

const sides = {
  source_visible: Flag.optional(),
  source_mandatory: Flag.optional(),
  target_visible: Flag.optional(),
  target_mandatory: Flag.optional(),
  affected_end: orNull(AffectedEnd).meta({
    description: "The end that is affected when the other one fails or changes; null for the default",
  }),
};

const relationType = {
  label: Label(200),
  source_type_key: Text(LONGEST_KEY),
  target_type_key: Text(LONGEST_KEY),
  reverse_label: orNull(Text(200)),
  description: orNull(Text(LONG)),
  cardinality: Cardinality,
  attributes_schema: orNull(AttributesInput),
  sort_order: SortOrder,
};

export const NewRelationType = z.object({
  key: NewKey,
  ...relationType,
  source_type_key: orNull(Text(LONGEST_KEY)),
  target_type_key: orNull(Text(LONGEST_KEY)),
  cardinality: orNull(Cardinality).meta({ description: "`n:m` when left out" }),
  sort_order: orNull(SortOrder).meta({ description: "After all others when left out" }),
  translations: orNull(PropertyTranslations),
  ...sides,
});
export type NewRelationType = z.infer<typeof NewRelationType>;

export const RelationTypeChanges = z
  .object({ ...relationType, is_hidden: Flag, translations: orNull(PropertyTranslations), ...sides })
  .partial();
export type RelationTypeChanges = z.infer<typeof RelationTypeChanges>;

export const DeletedCardType = namedObject("DeletedCardType", {
  status: z.enum(["hidden", "deleted"]),
  key: z.string(),
  instance_count: z.int().optional().meta({ description: "Cards of the type, which stay; only when hidden" }),
});
export type DeletedCardType = z.infer<typeof DeletedCardType>;

export const ForceQuery = z.object({
  force: Flag.optional().meta({ description: "Delete the relations of the type as well", default: false }),
});
export const DeletedRelationType = namedObject("DeletedRelationType", {
  status: z.enum(["hidden", "deleted"]),
  key: z.string(),
  instances_removed: z.int(),
});
export type DeletedRelationType = z.infer<typeof DeletedRelationType>;
export const InstanceCount = namedObject("InstanceCount", { key: z.string(), instance_count: z.int() });

const FieldKey = Text(LONGEST_KEY);
export const FieldQuery = z.object({ field_key: FieldKey.meta({ description: "The field" }) });
export const SectionQuery = z.object({
  field_keys: Text(LONG).meta({ description: "Keys of fields, comma-separated" }),
});
export const OptionQuery = z.object({
  field_key: FieldKey.meta({ description: "The field" }),
  option_key: FieldKey.meta({ description: "The option of the field" }),
});
export const ImpactQuery = z.object({
  field_key: FieldKey.meta({ description: "The field that is to be deleted, or whose option is" }),
  option_key: FieldKey.optional().meta({ description: "An option of the field; the field itself when left out" }),
});

export const FieldUsage = namedObject("FieldUsage", { field_key: z.string(), card_count: z.int() });
export const SectionUsage = namedObject("SectionUsage", { card_count: z.int() });
export const OptionUsage = namedObject("OptionUsage", {
  field_key: z.string(),
  option_key: z.string(),
  card_count: z.int(),
});

export const CardTypeUsage = namedObject("CardTypeUsage", {
  key: z.string(),
  card_count: z.int().meta({ description: "Active cards of the type" }),
  fields: z
    .object({
      field_key: z.string(),
      card_count: z.int().meta({ description: "Active cards that have the field" }),
      options: z
        .record(z.string(), z.int())
        .meta({ description: "Option → active cards that have it; options that none has are left out" }),
    })
    .array()
    .meta({ description: "The fields in the order of the type" }),
});
export type CardTypeUsage = z.infer<typeof CardTypeUsage>;

export const RemovalImpact = namedObject("RemovalImpact", {
  field_key: z.string(),
  option_key: z.string().nullable(),
  card_count: z.int().meta({ description: "Cards, whatever their status, that would lose a value" }),
  active_card_count: z.int(),
  required: z.boolean(),
  weight: z.number().meta({ description: "What the field weighs in the data quality; 0 when it doesn't count" }),
  hidden_by_subtypes: z.string().array().meta({ description: "Subtypes that name the field as hidden" }),
  references: z
    .record(z.string(), z.int())
    .meta({ description: "What else refers to the field, and how often: it would stay behind" }),
});
export type RemovalImpact = z.infer<typeof RemovalImpact>;

const Counts = z.record(z.string(), z.int());
const Removed = Counts.meta({ description: "What else goes with it when it is deleted, and how many" });
const References = Counts.meta({ description: "What else refers to it and would be left behind, and how many" });

export const CardTypeDeletion = namedObject("CardTypeDeletion", {
  key: z.string(),
  outcome: z.enum(["hidden", "deleted", "refused"]).meta({
    description:
      "What DELETE does: `hidden` keeps everything, `deleted` takes along what is listed here, `refused` waits for the cards to go",
  }),
  reason: z.string().nullable().meta({ description: "Why it is refused" }),
  card_count: z.int(),
  cards_by_status: z.record(z.string(), z.int()),
  relation_types: z
    .object({ key: z.string(), label: z.string(), built_in: z.boolean(), instance_count: z.int() })
    .array()
    .meta({ description: "The relation types that begin or end at it: they go with it, built-in ones too" }),
  relation_count: z.int().meta({ description: "Relations of these types, which go with them" }),
  stakeholder_roles: z
    .object({ key: z.string(), label: z.string() })
    .array()
    .meta({ description: "The definitions of roles on its cards: they go with it" }),
  removed: Removed,
  references: References,
});
export type CardTypeDeletion = z.infer<typeof CardTypeDeletion>;

export const RelationTypeDeletion = namedObject("RelationTypeDeletion", {
  key: z.string(),
  outcome: z.enum(["hidden", "deleted"]).meta({ description: "What DELETE does to the type" }),
  needs_force: z.boolean().meta({ description: "Whether DELETE is refused without `force`" }),
  instance_count: z.int().meta({ description: "Relations of the type: they are deleted, whatever the outcome" }),
  card_count: z.int().meta({ description: "Cards that lose a relation" }),
  rescored_types: z
    .string()
    .array()
    .meta({ description: "Card types whose cards must have such a relation, and then no longer" }),
  removed: Removed,
  references: References,
});
export type RelationTypeDeletion = z.infer<typeof RelationTypeDeletion>;

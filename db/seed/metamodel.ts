/** The built-in metamodel, as rows to insert. */
import type { cardTypes as cardTypeTable, relationTypes as relationTypeTable } from "../schema";
import type { Translations } from "../schema/metamodel";
import { cardTypes } from "./card-types";
import { regulations, resourceTypes, stakeholderRoles } from "./catalogues";
import { relationTypes } from "./relation-types";
import { translated } from "./translations";

type CardTypeRow = typeof cardTypeTable.$inferSelect;
type RelationTypeRow = Omit<typeof relationTypeTable.$inferSelect, "seq">;

/** The distance between sort orders, so that own entries fit in between. */
const STEP = 10;

/** Card types whose names are feminine in French and Spanish. */
const FEMININE = new Set([
  "Application",
  "BusinessCapability",
  "Initiative",
  "Interface",
  "Organization",
  "Platform",
  "TechCategory",
]);

/** Returns the translations of a relation's label, in the grammatical gender of the card type. */
const verb = (text: string, typeKey: string) => translated(text, FEMININE.has(typeKey) ? "feminine" : undefined);

/** The built-in card types. Their English labels are translations too, as clients show translations before labels. */
export const builtInCardTypes: CardTypeRow[] = cardTypes.map((type, sort_order) => ({
  key: type.key,
  label: type.label,
  description: type.description,
  icon: type.icon,
  color: type.color,
  category: type.category,
  has_hierarchy: type.has_hierarchy,
  has_successors: type.has_successors,
  subtypes: type.subtypes.map(([key, label]) => ({ key, label, translations: translated(label), hidden_fields: [] })),
  fields_schema: type.sections.map(([section, fields]) => ({ section, fields, translations: translated(section) })),
  stakeholder_roles: type.roles.map((key) => {
    const label = stakeholderRoles[key]?.label ?? key;
    return { key, label, translations: translated(label) };
  }),
  section_config: {},
  built_in: true,
  is_hidden: false,
  sort_order,
  translations: { label: translated(type.label), description: translated(type.description) },
}));

export const builtInRelationTypes: RelationTypeRow[] = relationTypes.map(
  ([sort_order, key, source_type_key, label, target_type_key, reverse_label, attributes_schema = []]) => ({
    key,
    label,
    reverse_label,
    description: null,
    source_type_key,
    target_type_key,
    cardinality: "n:m",
    attributes_schema,
    built_in: true,
    is_hidden: false,
    sort_order,
    translations: { label: verb(label, source_type_key), reverse_label: verb(reverse_label, target_type_key) },
    source_visible: true,
    target_visible: true,
    source_mandatory: false,
    target_mandatory: false,
    affected_end: null,
  }),
);

export const builtInRegulations = regulations.map((regulation, index) => ({
  ...regulation,
  is_enabled: true,
  built_in: true,
  sort_order: (index + 1) * STEP,
  translations: translated(regulation.label),
}));

export const builtInResourceTypes = resourceTypes.map(([kind, key, label, icon], index) => ({
  kind,
  key,
  label,
  description: null,
  icon: icon ?? null,
  is_enabled: true,
  built_in: true,
  sort_order: (index - resourceTypes.findIndex(([first]) => first === kind) + 1) * STEP,
  translations: translated(label),
}));

/** Returns the translations of a stakeholder role's label; undefined when no built-in role has this key and label. */
export const roleTranslations = (key: string, label: string): Translations | undefined =>
  stakeholderRoles[key]?.label === label ? translated(label) : undefined;

export { stakeholderRoles } from "./catalogues";

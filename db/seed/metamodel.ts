/** The built-in metamodel, as rows to insert. */
import type { cardTypes as cardTypeTable, relationTypes as relationTypeTable } from "../schema";
import { cardTypes } from "./card-types";
import { regulations, resourceTypes, stakeholderRoles } from "./catalogues";
import { relationTypes } from "./relation-types";

type CardTypeRow = typeof cardTypeTable.$inferSelect;
type RelationTypeRow = typeof relationTypeTable.$inferSelect;

/** Between the places of entries, so that one's own fit in between. */
const STEP = 10;

/** The built-in card types. Their English labels are translations too, as clients show translations before labels. */
export const builtInCardTypes: CardTypeRow[] = cardTypes.map((type, sortOrder) => ({
  key: type.key,
  label: type.label,
  description: type.description,
  icon: type.icon,
  color: type.color,
  category: type.category,
  hasHierarchy: type.hasHierarchy,
  hasSuccessors: type.hasSuccessors,
  subtypes: type.subtypes.map(([key, label]) => ({ key, label, translations: { en: label }, hidden_fields: [] })),
  fieldsSchema: type.sections.map(([section, fields]) => ({ section, fields, translations: { en: section } })),
  stakeholderRoles: type.roles.map((key) => ({ key, label: stakeholderRoles[key]?.label ?? key })),
  sectionConfig: {},
  builtIn: true,
  isHidden: false,
  sortOrder,
  translations: { label: { en: type.label }, description: { en: type.description } },
}));

export const builtInRelationTypes: RelationTypeRow[] = relationTypes.map(
  ([sortOrder, key, sourceTypeKey, label, targetTypeKey, reverseLabel, attributesSchema = []]) => ({
    key,
    label,
    reverseLabel,
    description: null,
    sourceTypeKey,
    targetTypeKey,
    cardinality: "n:m",
    attributesSchema,
    builtIn: true,
    isHidden: false,
    sortOrder,
    translations: { label: { en: label }, reverse_label: { en: reverseLabel } },
    sourceVisible: true,
    targetVisible: true,
    sourceMandatory: false,
    targetMandatory: false,
  }),
);

export const builtInRegulations = regulations.map((regulation, index) => ({
  ...regulation,
  isEnabled: true,
  builtIn: true,
  sortOrder: (index + 1) * STEP,
  translations: {},
}));

export const builtInResourceTypes = resourceTypes.map(([kind, key, label, icon], index) => ({
  kind,
  key,
  label,
  description: null,
  icon: icon ?? null,
  isEnabled: true,
  builtIn: true,
  sortOrder: (index - resourceTypes.findIndex(([first]) => first === kind) + 1) * STEP,
  translations: {},
}));

export { stakeholderRoles } from "./catalogues";

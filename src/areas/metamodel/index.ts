/** Card types, relation types, principles, regulations and resource types. */
import { area } from "../../core/area";
import { events, permissions } from "./definitions";
import { operations } from "./operations";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { type AffectedEnd, affectedEnd } from "./affected-end";
export { createCardType } from "./card-types";
export { type ComplianceRegulation, catalogueEntry } from "./catalogue-model";
export { createPrinciple, listPrinciples, listRegulations, principlesByCatalogueId } from "./catalogues";
export { type Changes, changesOf } from "./changes";
export {
  type DeletionTarget,
  deletionImpact,
  fieldReferences,
  fieldsRemoved,
  notifyTypeChange,
  type RemovedValues,
  relationTypesEmptied,
  type TypeChange,
  typeChanged,
  typeDeleted,
} from "./extension-points";
export { hasValue, presenceDiffers, withNumbers } from "./field-values";
export { Label } from "./fields";
export { importFields, importRelationType } from "./imported";
export { RelationTypeRef, Subtype, TypeField, TypeSection } from "./model";
export type { Removal } from "./removal";
export { seedMetamodel } from "./seed";
export {
  allCostKeys,
  type CardType,
  cardType,
  costKeysOf,
  forgetMetamodel,
  hiddenCardTypes,
  hideProcessTypes,
  type MandatorySide,
  mandatorySidesOf,
  metamodel,
  type RelationType,
  relationCostKeysOf,
  relationType,
} from "./types";

export const metamodelArea = area({
  name: "metamodel",
  landscape: true,
  tags: { metamodel: "Card types with their fields, relation types, principles, regulations and resource types" },
  tables: [
    "card_types",
    "relation_types",
    "compliance_regulations",
    "resource_types",
    "ea_principles",
    "retired_costs",
    "seeds",
  ],
  operations,
  permissions,
  events,
  undo,
  sheets,
});

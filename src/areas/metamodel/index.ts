/** Card types, relation types, principles, regulations and resource types. */
import { area } from "../../core/area";
import { events, permissions } from "./definitions";
import { operations } from "./operations";

export {
  type Doomed,
  deletionAsked,
  publishTypeChange,
  referencesAsked,
  type TypeChange,
  typeChanged,
  typeDeleted,
} from "./changes";
export { type Changes, changesOf } from "./diff";
export { Label } from "./fields";
export { fillsOrEmpties, isFilled } from "./filled";
export { Subtype, TypeSection } from "./model";
export { createPrinciple, listPrinciples } from "./principles";
export { seedMetamodel } from "./seed";
export {
  allCostKeys,
  type CardType,
  cardType,
  costKeysOf,
  dropMetamodel,
  hiddenCardTypes,
  type MandatorySide,
  mandatorySidesOf,
  metamodel,
  type RelationType,
  relationCostKeysOf,
  relationType,
} from "./types";

export const metamodelArea = area({ name: "metamodel", operations, permissions, events });

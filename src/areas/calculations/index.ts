/** Formulas that fill fields of cards. */
import { area } from "../../core/area";
import { deletionImpact, fieldReferences, typeDeleted } from "../metamodel";
import { events, notifications } from "./definitions";
import { operations } from "./operations";
import { countDeletionImpact, countReferences } from "./references";
import { deleteCalculationsOf } from "./service";
import { sheets } from "./sheets";
import { undo } from "./undo";

export { cardsRecalculated, recalculateType } from "./recalculate";
export {
  attributesCalculated,
  type CalculationResult,
  type CardRef,
  fieldsDerivedElsewhere,
  fieldsDerivedFor,
  readingChildren,
  runCalculations,
} from "./run";
export { createCalculation, setActive } from "./service";

export const calculationsArea = area({
  name: "calculations",
  landscape: true,
  tags: { calculations: "Formulas that fill fields of cards" },
  tables: ["calculations"],
  operations,
  events,
  notifications,
  undo,
  extensions: [
    fieldReferences.extend("calculations", countReferences),
    deletionImpact.extend("calculations", countDeletionImpact),
    typeDeleted.extend("calculations", deleteCalculationsOf),
  ],
  sheets,
});

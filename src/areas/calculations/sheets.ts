/** The sheet of the calculations in a workspace bundle. */
import { tables } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { configurationSheet } from "../../core/sheets/configuration-sheet";
import { Unfit } from "../../core/sheets/row";
import { FormulaError } from "../../formula";
import { checked } from "../../http/validation";
import { CalculationChanges, NewCalculation } from "./model";
import { readFormula } from "./plan";
import { createCalculation, requireCalculation, setActive, updateCalculation } from "./service";

/** Activates or deactivates a calculation. @throws Unfit for an active formula that can't be read, Problem 400 */
function applyActivity(actor: Actor, id: string, isActive: boolean): void {
  const formula = readFormula(requireCalculation(id).formula);
  if (isActive && formula instanceof FormulaError) throw new Unfit(`formula can't be read: ${formula.message}`);
  setActive(actor, id, isActive);
}

const calculations = configurationSheet("Calculations", tables.calculations, {
  columns: "name description target_type_key target_field_key formula is_active execution_order",
  key: "target_type_key target_field_key name",
  needs: "admin.metamodel",
  create(actor, row) {
    const { id } = createCalculation(actor, checked(NewCalculation, row));
    if (row.is_active) applyActivity(actor, id, true);
  },
  update(actor, { id, is_active: wasActive }, { is_active, ...changes }) {
    updateCalculation(actor, id, checked(CalculationChanges, changes));
    applyActivity(actor, id, is_active ?? wasActive);
  },
});

export const sheets = [calculations];

/**
 * The inverses that undo events of calculations. Each makes its change as anybody makes it, and by the same rules: none closes a
 * circle of fields that depend on each other. Values that were computed stay until it runs again.
 */
import type { Changes } from "../../core/journal/differences";
import {
  deletion,
  hasAlready,
  recreation,
  restoration,
  storedBy,
  type UndoableRows,
  unlessRefused,
} from "../../core/row-inverses";
import { done, type Inverses, type UndoneEvent, unchanged } from "../../core/undo";
import type { Calculation, CalculationChanges } from "./model";
import { deleteCalculation, findCalculation, recreateCalculation, setActive, updateCalculation } from "./service";

const calculations: UndoableRows<Calculation> = {
  subject: { idField: "calculation_id", table: "calculations" },
  permission: "admin.metamodel",
  find: findCalculation,
  publishes: true,
};

/** Reads the former fields off an event; a text says why it can't be undone. */
function formerFields({ payload }: UndoneEvent): CalculationChanges | string {
  const changes = payload["changes"] as Changes | undefined;
  if (!changes) return "The event doesn't contain what was changed";
  return Object.fromEntries(Object.entries(changes).map(([field, { old }]) => [field, old]));
}

/** Declares the inverse of a switch. */
const switching = (isActive: boolean) =>
  restoration(
    calculations,
    () => null,
    (row, _step, { actor }) =>
      row.is_active === isActive
        ? unchanged("already_restored")
        : unlessRefused(() => setActive(actor, row.id, isActive)),
  );

export const undo = {
  delete_calculation: deletion(calculations, ({ id }, _step, { actor }) => {
    deleteCalculation(actor, id);
    return done;
  }),
  restore_calculation: recreation(calculations, storedBy<Calculation>("the calculation"), (row, _step, { actor }) =>
    unlessRefused(() => recreateCalculation(actor, row)),
  ),
  restore_calculation_fields: restoration(calculations, formerFields, (row, { data: former }, { actor }) =>
    hasAlready(row, former)
      ? unchanged("already_restored")
      : unlessRefused(() => updateCalculation(actor, row.id, former)),
  ),
  activate_calculation: switching(true),
  deactivate_calculation: switching(false),
} satisfies Inverses;

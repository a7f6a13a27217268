/** Switching off calculations whose formulas take too many steps. */
import { statement } from "../../../db";
import { listUsers } from "../../core/access/accounts";
import { permissionsOf } from "../../core/access/actor";
import { grants } from "../../core/access/permissions";
import { program, publish } from "../../core/journal/journal";
import { notify } from "../../core/notify/notify";
import { type ActiveCalculation, activePlans } from "./plan";

/**
 * The number of times that a formula may take too many steps, from its activation or last change on, before it is
 * switched off.
 */
const MAX_WASTES = 2;

/** The `last_error` of a calculation that was switched off. */
export const SWITCHED_OFF = "Switched off, because the formula took too many steps twice";

/** Checks whether a calculation has taken too many steps too often; `wastes` are those of the running transaction. */
export const isWasteful = ({ wasted }: ActiveCalculation, wastes = 0): boolean => wasted + wastes >= MAX_WASTES;

/** Records that formulas took too many steps, and switches off those that did so twice; part of the running transaction. */
export function recordWaste(wastes: ReadonlyMap<ActiveCalculation, number>): void {
  if (wastes.size === 0) return;
  activePlans.drop();
  for (const [calculation, count] of wastes) {
    statement("UPDATE calculations SET wasted = wasted + ? WHERE id = ?").run(count, calculation.id);
    if (isWasteful(calculation, count)) switchOff(calculation);
  }
}

/** The program does it, so that the change which the formula ran for can be undone without it. */
function switchOff({ id, name }: ActiveCalculation): void {
  const author = program("calculation.deactivated");
  statement("UPDATE calculations SET is_active = 0, last_error = ? WHERE id = ?").run(SWITCHED_OFF, id);
  publish(author, {
    type: "calculation.deactivated",
    data: { id, name, changes: { is_active: { old: true, new: false } } },
  });
  const editors = listUsers({ activeOnly: true }).filter(({ role }) => grants(permissionsOf(role), "admin.metamodel"));
  notify(
    author,
    editors.map((user) => ({
      userId: user.id,
      type: "calculation_switched_off",
      title: "Calculation switched off",
      message: `${name}: ${SWITCHED_OFF}`,
      link: `/admin/calculations?calculation=${id}`,
      data: { calculation_id: id },
    })),
  );
}

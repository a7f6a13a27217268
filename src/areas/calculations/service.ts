/** Calculations: creating, updating, activating and deleting them. */
import { and, eq, getTableColumns } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { withExistingUsers } from "../../core/row-inverses";
import { found, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { type Changes, changesOf } from "../metamodel";
import { findCycle } from "./dependencies";
import type { Calculation, CalculationChanges, NewCalculation } from "./model";
import { activePlans, readFormula } from "./plan";
import { SWITCHED_OFF } from "./waste";

const { calculations } = tables;
/** The columns of a calculation that clients see. */
const { wasted: _, ...shown } = getTableColumns(calculations);

/** Active calculations of one card type: each runs whenever a card of the type is changed. */
const MAX_ACTIVE = 100;

/** Finds the calculation with this id. */
export const findCalculation = (id: string): Calculation | undefined =>
  db.select(shown).from(calculations).where(eq(calculations.id, id)).get();

/** Finds the calculation with this id. @throws Problem 404 */
export const requireCalculation = (id: string): Calculation => found(findCalculation(id), "Calculation");

/** Lists the calculations by type and in the order in which they run; with `typeKey` those for one type. */
export const listCalculations = (typeKey?: string): Calculation[] =>
  db
    .select(shown)
    .from(calculations)
    .where(typeKey === undefined ? undefined : eq(calculations.target_type_key, typeKey))
    .orderBy(calculations.target_type_key, calculations.execution_order, calculations.created_at, calculations.id)
    .all();

/** Maps card type → the fields that active calculations fill. */
export const calculatedFields = (): Record<string, string[]> =>
  Object.fromEntries(
    [...activePlans()].map(([type, plan]) => [
      type,
      [...new Set(plan.calculations.map((calculation) => calculation.targetField))].sort(),
    ]),
  );

/**
 * Refuses an active calculation that closes a dependency cycle or is one too many.
 * @param row as it will be stored
 * @throws Problem 400
 */
function checkAmongActive(row: Calculation): void {
  const others = db
    .select(shown)
    .from(calculations)
    .where(and(eq(calculations.target_type_key, row.target_type_key), eq(calculations.is_active, true)))
    .all()
    .filter((other) => other.id !== row.id);
  if (others.length >= MAX_ACTIVE)
    throw refused(`At most ${MAX_ACTIVE} calculations can be active for cards of type ${row.target_type_key}`);
  const active = [...others, row].map(({ target_field_key: targetField, formula }) => ({
    targetField,
    formula: readFormula(formula),
  }));
  const cycle = findCycle(active, row.target_field_key);
  if (cycle) throw refused(`Calculated fields would depend on each other in a circle: ${cycle.join(" -> ")}`);
}

/** Creates a calculation, which is not active yet. Nothing is checked or computed. */
export function createCalculation(actor: Actor, input: NewCalculation): Calculation {
  return transaction(() => {
    const at = now();
    const row = db
      .insert(calculations)
      .values({ ...input, id: newId(), created_by: actor.userId, created_at: at, updated_at: at })
      .returning(shown)
      .get();
    publish(actor, { type: "calculation.created", data: { id: row.id, name: row.name } });
    return row;
  });
}

/** Writes columns of a calculation, which then may be wasteful anew, and publishes the event. */
function writeColumns(
  actor: Actor,
  id: string,
  columns: Partial<Calculation>,
  event: "updated" | "activated" | "deactivated",
  changes: Changes,
): Calculation {
  const update = db.update(calculations).set({ ...columns, wasted: 0, updated_at: now() });
  const row = update.where(eq(calculations.id, id)).returning(shown).get();
  activePlans.drop();
  publish(actor, { type: `calculation.${event}`, data: { id, name: row.name, changes } });
  return row;
}

/**
 * Updates the given fields of a calculation; computed values stay until it runs again.
 * @throws Problem 404; 400 when it is active and its field would then depend on itself
 */
export function updateCalculation(actor: Actor, id: string, asked: CalculationChanges): Calculation {
  return transaction(() => {
    const before = requireCalculation(id);
    const { columns, changes } = changesOf<Calculation>(before, asked);
    if (Object.keys(changes).length === 0) return before;
    const { target_type_key, target_field_key, formula } = columns;
    if (before.is_active && (target_type_key ?? target_field_key ?? formula) !== undefined)
      checkAmongActive({ ...before, ...columns });
    return writeColumns(actor, id, columns, "updated", changes);
  });
}

/** Publishes a deletion; a rollback creates the calculation anew as it was. */
const publishDeleted = (actor: Actor, row: Calculation) =>
  publish(actor, { type: "calculation.deleted", data: { id: row.id, name: row.name }, undo: row });

/**
 * Creates a calculation that was deleted again, active if it was; part of the running transaction.
 * @throws Problem 400 when its field would then depend on itself, or too many are active
 */
export function recreateCalculation(actor: Actor, row: Calculation): void {
  if (row.is_active) checkAmongActive(row);
  db.insert(calculations)
    .values(withExistingUsers(row, ["created_by"]))
    .run();
  activePlans.drop();
  publish(actor, { type: "calculation.created", data: { id: row.id, name: row.name } });
}

/**
 * Deletes a calculation; computed values stay in the cards.
 * @throws Problem 404
 */
export function deleteCalculation(actor: Actor, id: string): void {
  transaction(() => {
    const row = requireCalculation(id);
    db.delete(calculations).where(eq(calculations.id, id)).run();
    activePlans.drop();
    publishDeleted(actor, row);
  });
}

/** Deletes the calculations of a deleted card type; part of the running transaction. */
export function deleteCalculationsOf(typeKey: string, actor: Actor): void {
  const deleted = db.delete(calculations).where(eq(calculations.target_type_key, typeKey)).returning(shown).all();
  if (deleted.length > 0) activePlans.drop();
  for (const row of deleted) publishDeleted(actor, row);
}

/**
 * Activates or deactivates a calculation; nothing is computed, and repeating it changes nothing.
 * @throws Problem 404; 400 when it is activated and its field would then depend on itself, or there are too many
 */
export function setActive(actor: Actor, id: string, isActive: boolean): Calculation {
  return transaction(() => {
    const before = requireCalculation(id);
    if (before.is_active === isActive) return before;
    if (isActive) checkAmongActive(before);
    const { columns, changes } = changesOf<Calculation>(before, { is_active: isActive });
    if (before.last_error === SWITCHED_OFF) columns.last_error = null;
    return writeColumns(actor, id, columns, isActive ? "activated" : "deactivated", changes);
  });
}

/** Calculations: making, changing, switching and deleting them. */

import { and, asc, eq } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { notFound, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { type Changes, changesOf } from "../metamodel";
import type { Calculation, CalculationChanges, NewCalculation } from "./model";
import { circleThrough } from "./order";
import { activePlans, readFormula } from "./plan";

const { calculations } = tables;
type Row = typeof calculations.$inferSelect;

/** Calculations that may be active for one type: each runs whenever a card of the type is changed. */
const MOST_ACTIVE = 100;

/** @throws Problem 404 */
function requireRow(id: string): Row {
  const row = db.select().from(calculations).where(eq(calculations.id, id)).get();
  if (!row) throw notFound("Calculation");
  return row;
}

/**
 * One calculation.
 * @throws Problem 404
 */
export const calculationOf = (id: string): Calculation => requireRow(id);

/** The calculations, in the order of their types and then in that of their runs; with `typeKey` those for one type. */
export const listCalculations = (typeKey?: string): Calculation[] =>
  db
    .select()
    .from(calculations)
    .where(typeKey === undefined ? undefined : eq(calculations.target_type_key, typeKey))
    .orderBy(
      asc(calculations.target_type_key),
      asc(calculations.execution_order),
      asc(calculations.created_at),
      asc(calculations.id),
    )
    .all();

/** Card type → the fields that active calculations fill. */
export const calculatedFields = (): Record<string, string[]> =>
  Object.fromEntries(
    [...activePlans()].map(([type, plan]) => [
      type,
      [...new Set(plan.calculations.map((calculation) => calculation.targetField))].sort(),
    ]),
  );

/**
 * Refuses a calculation to be active when that would make fields depend on each other in a circle, or be one too many.
 * @param row as it is about to be
 * @throws Problem 400
 */
function checkAmongActive(row: Row): void {
  const others = db
    .select()
    .from(calculations)
    .where(and(eq(calculations.target_type_key, row.target_type_key), eq(calculations.is_active, true)))
    .all()
    .filter((other) => other.id !== row.id);
  if (others.length >= MOST_ACTIVE)
    throw refused(`At most ${MOST_ACTIVE} calculations can be active for cards of type ${row.target_type_key}`);
  const fillings = [...others, row].map((one) => ({
    targetField: one.target_field_key,
    formula: readFormula(one.formula),
  }));
  const circle = circleThrough(fillings, row.target_field_key);
  if (circle) throw refused(`Calculated fields would depend on each other in a circle: ${circle.join(" -> ")}`);
}

/** Tells what happened to a calculation. */
type Change = "created" | "updated" | "activated" | "deactivated" | "deleted";

const tell = (actor: Actor, what: Change, { id, name }: Row, changes?: Changes) =>
  publish(actor, { type: `calculation.${what}`, data: { id, name, ...(changes && { changes }) } });

/** Makes a calculation, which is not active yet. Nothing is checked or computed. */
export function createCalculation(actor: Actor, input: NewCalculation): Calculation {
  return transaction(() => {
    const at = now();
    const row = db
      .insert(calculations)
      .values({ ...input, id: newId(), created_by: actor.userId, created_at: at, updated_at: at })
      .returning()
      .get();
    tell(actor, "created", row);
    return row;
  });
}

/** Writes columns of a calculation and tells of it. */
function store(actor: Actor, before: Row, columns: Partial<Row>, what: Change, changes: Changes): Calculation {
  const after = db
    .update(calculations)
    .set({ ...columns, updated_at: now() })
    .where(eq(calculations.id, before.id))
    .returning()
    .get();
  activePlans.drop();
  tell(actor, what, after, changes);
  return after;
}

/**
 * Changes what is given of a calculation. What it has computed stays until it runs again.
 * @throws Problem 404; 400 when it is active and its field would then depend on itself
 */
export function changeCalculation(actor: Actor, id: string, asked: CalculationChanges): Calculation {
  return transaction(() => {
    const before = requireRow(id);
    const { columns, changes } = changesOf<Row>(before, asked as Partial<Row>);
    if (Object.keys(changes).length === 0) return before;
    const { target_type_key, target_field_key, formula } = columns;
    if (before.is_active && (target_type_key ?? target_field_key ?? formula) !== undefined)
      checkAmongActive({ ...before, ...columns });
    return store(actor, before, columns, "updated", changes);
  });
}

/**
 * Deletes a calculation; what it has written into cards stays.
 * @throws Problem 404
 */
export function deleteCalculation(actor: Actor, id: string): void {
  transaction(() => {
    const row = requireRow(id);
    db.delete(calculations).where(eq(calculations.id, id)).run();
    activePlans.drop();
    tell(actor, "deleted", row);
  });
}

/** Deletes the calculations of a card type that is gone, and tells of each; part of the running transaction. */
export function deleteCalculationsOf(typeKey: string, actor: Actor): void {
  const gone = db.delete(calculations).where(eq(calculations.target_type_key, typeKey)).returning().all();
  if (gone.length === 0) return;
  activePlans.drop();
  for (const row of gone) tell(actor, "deleted", row);
}

/**
 * Switches a calculation on or off; nothing is computed. Doing it again changes nothing.
 * @throws Problem 404; 400 when it is switched on and its field would then depend on itself, or there are too many
 */
export function switchCalculation(actor: Actor, id: string, isActive: boolean): Calculation {
  return transaction(() => {
    const before = requireRow(id);
    if (before.is_active === isActive) return before;
    if (isActive) checkAmongActive(before);
    const changes = { is_active: { old: before.is_active, new: isActive } };
    return store(actor, before, { is_active: isActive }, isActive ? "activated" : "deactivated", changes);
  });
}

/** Cost lines and budget lines of initiatives. Their amounts are hidden from whoever may not see the costs of the initiative. */
import { statement, transaction } from "../../../../db";
import { type Actor, seesCosts } from "../../../core/access/actor";
import { requireInitiative } from "../initiatives";
import { createRecord, deleteRecord, type Row, records, updateRecord } from "../records";
import { shownAmount, shownAmountSql, storedAmount } from "./amounts";
import type { BudgetLine, BudgetLineChanges, CostLine, CostLineChanges, NewBudgetLine, NewCostLine } from "./model";
import { followLine, followNewLine, hasLines, type LineKind } from "./totals";

const AMOUNTS = ["planned", "actual", "amount"] as const;

/** Returns an object with each of its amounts as `convert` makes it. */
const withAmounts = <T extends object>(line: T, convert: (amount: number, name: string) => number): T =>
  Object.fromEntries(
    Object.entries(line).map(([name, value]) => [
      name,
      typeof value === "number" && (AMOUNTS as readonly string[]).includes(name) ? convert(value, name) : value,
    ]),
  ) as T;

const stored = <T extends object>(line: T): T => withAmounts(line, storedAmount);
const serialize = <T extends object>(line: T): T => withAmounts(line, shownAmount);

/**
 * Serializes a changed line as its author is shown it: of hidden amounts only those that they gave themselves, 0 for the
 * others.
 */
const serializeFor = <K extends LineKind>(actor: Actor, line: Row<K>, given: object): Row<K> =>
  seesCosts(actor, line.initiative_id)
    ? serialize(line)
    : withAmounts(line, (amount, name) => (name in given ? shownAmount(amount) : 0));

/**
 * Lists the cost lines of an initiative in the order of their creation; none for whoever may not see its costs.
 * @throws Problem 404
 */
export function listCostLines(actor: Actor, initiativeId: string): CostLine[] {
  requireInitiative(initiativeId);
  if (!seesCosts(actor, initiativeId)) return [];
  return statement<CostLine, [string]>(
    `SELECT id, initiative_id, description, category, ${shownAmountSql("planned")} AS planned,
       ${shownAmountSql("actual")} AS actual, date, created_at, updated_at FROM ppm_cost_lines
     WHERE initiative_id = ? ORDER BY created_at, id`,
  ).all(initiativeId);
}

/**
 * Lists the budget lines of an initiative by fiscal year and category; none for whoever may not see its costs.
 * @throws Problem 404
 */
export function listBudgetLines(actor: Actor, initiativeId: string): BudgetLine[] {
  requireInitiative(initiativeId);
  if (!seesCosts(actor, initiativeId)) return [];
  return statement<BudgetLine, [string]>(
    `SELECT id, initiative_id, fiscal_year, category, ${shownAmountSql("amount")} AS amount, created_at, updated_at
     FROM ppm_budget_lines
     WHERE initiative_id = ? ORDER BY fiscal_year, category, created_at, id`,
  ).all(initiativeId);
}

/**
 * Creates a cost line, and brings `costActual` of the card up to date. Publishes `ppm.cost_line.created`.
 * @throws Problem 404
 */
export const createCostLine = (actor: Actor, initiativeId: string, line: NewCostLine): CostLine =>
  transaction(() => {
    requireInitiative(initiativeId);
    return serialize(
      createRecord(actor, "cost_line", initiativeId, stored(line), () => followNewLine("cost_line", initiativeId)),
    );
  });

/**
 * Creates a budget line, and brings `costBudget` of the card up to date. Publishes `ppm.budget_line.created`.
 * @throws Problem 404
 */
export const createBudgetLine = (actor: Actor, initiativeId: string, line: NewBudgetLine): BudgetLine =>
  transaction(() => {
    requireInitiative(initiativeId);
    return serialize(
      createRecord(actor, "budget_line", initiativeId, stored(line), () => followNewLine("budget_line", initiativeId)),
    );
  });

/**
 * Updates the fields of a line that are given, and brings the total on the card up to date. Publishes `ppm.….updated`.
 * @throws Problem 404
 */
export const updateLine = <K extends LineKind>(
  actor: Actor,
  kind: K,
  id: string,
  changes: K extends "cost_line" ? CostLineChanges : BudgetLineChanges,
): Row<K> =>
  transaction(() => {
    const before = records(kind).require(id);
    const after = updateRecord(actor, kind, before, stored(changes) as Partial<Row<K>>, (row) =>
      followLine(kind, row.initiative_id),
    );
    return serializeFor(actor, after, changes);
  });

/**
 * Deletes a line, and brings the total on the card up to date. Publishes `ppm.….deleted`.
 * @throws Problem 404
 */
export const deleteLine = (actor: Actor, kind: LineKind, id: string): void =>
  transaction(() => {
    const row = records(kind).require(id);
    deleteRecord(actor, kind, row, () => followLine(kind, row.initiative_id));
  });

/** Checks whether an initiative has lines of either kind, without their amounts. @throws Problem 404 */
export function findLines(initiativeId: string): { has_budget_lines: boolean; has_cost_lines: boolean } {
  requireInitiative(initiativeId);
  return {
    has_budget_lines: hasLines("budget_line", initiativeId),
    has_cost_lines: hasLines("cost_line", initiativeId),
  };
}

/**
 * The totals of an initiative on its card: while there are budget lines, `costBudget` is their sum; while there are cost
 * lines, `costActual` is the sum of what they actually cost. Figures that were typed stay until the first line of their kind.
 */
import { inList, listOf, statement } from "../../../../db";
import type { Changes } from "../../../core/journal/differences";
import type { Collection } from "../../../core/undo";
import { attributeOf, deriveAttribute } from "../../cards";
import { INITIATIVE } from "../initiatives";
import type { Effect } from "../records";
import { shownAmount } from "./amounts";

/** Kind of line → the attribute with its total, and where the amounts are. */
const totals = {
  budget_line: { attribute: "costBudget", table: "ppm_budget_lines", amount: "amount" },
  cost_line: { attribute: "costActual", table: "ppm_cost_lines", amount: "actual" },
} as const;
export type LineKind = keyof typeof totals;

/** Returns the number of lines of an initiative, and their sum as it is shown. */
function sumOf(kind: LineKind, initiativeId: string): { lines: number; total: number } {
  const { table, amount } = totals[kind];
  const { lines, total } = statement<{ lines: number; total: number }, [string]>(
    `SELECT count(*) AS lines, coalesce(sum(${amount}), 0) AS total FROM ${table} WHERE initiative_id = ?`,
  ).get(initiativeId) as { lines: number; total: number };
  return { lines, total: shownAmount(total) };
}

/** Checks whether an initiative has lines of a kind. */
export const hasLines = (kind: LineKind, initiativeId: string): boolean => sumOf(kind, initiativeId).lines > 0;

/**
 * Writes the total of an initiative onto its card; part of the running transaction. A total of 0 is written as
 * null.
 * @param typed what the card says instead when there are no lines; undefined for nothing
 * @returns the change, as the event publishes it
 */
function writeTotal(kind: LineKind, initiativeId: string, typed: unknown): Changes {
  const { lines, total } = sumOf(kind, initiativeId);
  return deriveAttribute(initiativeId, totals[kind].attribute, lines > 0 ? total || null : typed);
}

/** Brings the total on the card up to date after a change of a line. */
export const followLine = (kind: LineKind, initiativeId: string): Effect => ({
  changes: writeTotal(kind, initiativeId, null),
});

/** Works as `followLine`, after a line was created; a rollback must know what was typed before the first one. */
export function followNewLine(kind: LineKind, initiativeId: string): Effect {
  const isFirst = sumOf(kind, initiativeId).lines === 1;
  const typed = attributeOf(initiativeId, totals[kind].attribute);
  return { ...followLine(kind, initiativeId), undo: isFirst ? { typed } : {} };
}

/** The totals that a rollback brings up to date at its end: kind and initiative, with what was typed before the first line. */
export const undoneLines: Collection<Map<string, { kind: LineKind; initiativeId: string; typed: unknown }>> = {
  start: () => new Map(),
  finish(undone) {
    for (const { kind, initiativeId, typed } of undone.values()) writeTotal(kind, initiativeId, typed);
  },
};

/**
 * Returns the attributes of cards that are totals of lines, and therefore neither typed nor calculated.
 * @returns id of a card → the keys of its attributes
 */
export function derivedAttributes(typeKey: string, cardIds: readonly string[]): Map<string, ReadonlySet<string>> {
  if (typeKey !== INITIATIVE) return new Map();
  const kinds = Object.values(totals);
  const selects = kinds.map(
    ({ table, attribute }) =>
      `SELECT DISTINCT initiative_id AS id, '${attribute}' AS attribute FROM ${table} WHERE ${inList("initiative_id", "?1")}`,
  );
  const rows = statement<{ id: string; attribute: string }, [string]>(selects.join(" UNION ALL ")).all(listOf(cardIds));
  const byCard = Map.groupBy(rows, ({ id }) => id);
  return new Map([...byCard].map(([id, own]) => [id, new Set(own.map(({ attribute }) => attribute))]));
}

/** Which calculated field depends on which: the order in which they are computed, and circles, which have none. */
import { type Formula, FormulaError, referencedFields } from "../../formula";

/** A field that is filled, and the formula that does it; what is no formula reads nothing. */
export type Filling = { targetField: string; formula: Formula | FormulaError };

const readsOf = ({ formula }: Filling): readonly string[] =>
  formula instanceof FormulaError ? [] : referencedFields(formula);

/**
 * The calculations of one type so that each comes after those that fill what it reads; otherwise they keep the order
 * they are given in. Should some of them form a circle, it is cut where it is entered.
 */
export function inDependencyOrder<T extends Filling>(calculations: readonly T[]): T[] {
  const fillers = Map.groupBy(calculations, (calculation) => calculation.targetField);
  const reached = new Set<T>();
  const ordered: T[] = [];
  const visit = (calculation: T) => {
    if (reached.has(calculation)) return;
    reached.add(calculation);
    for (const field of readsOf(calculation)) fillers.get(field)?.forEach(visit);
    ordered.push(calculation);
  };
  calculations.forEach(visit);
  return ordered;
}

/**
 * Looks for a circle of calculated fields that leads through one field.
 * @param calculations those of one type that are active, or about to be
 * @returns the field, and the one in which the circle closes because it reads the first; undefined when there is none
 */
export function circleThrough(calculations: readonly Filling[], field: string): [string, string] | undefined {
  const reads = new Map<string, string[]>();
  for (const calculation of calculations)
    reads.set(calculation.targetField, [...(reads.get(calculation.targetField) ?? []), ...readsOf(calculation)]);
  const reached = new Set([field]);
  const open = [field];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const to of reads.get(from) ?? []) {
      if (to === field) return [field, from];
      if (reached.has(to)) continue;
      reached.add(to);
      open.push(to);
    }
  }
  return undefined;
}

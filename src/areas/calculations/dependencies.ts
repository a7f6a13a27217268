/** The dependencies between calculated fields: the order in which they are computed, and cycles. */
import { type Formula, FormulaError, referencedFields } from "../../formula";

/** A field and the formula that fills it; an invalid formula reads nothing. */
export type FilledField = { targetField: string; formula: Formula | FormulaError };

const readsOf = ({ formula }: FilledField): readonly string[] =>
  formula instanceof FormulaError ? [] : referencedFields(formula);

/** Sorts the calculations of one type so that each follows those that fill what it reads; a cycle is cut where it is entered. */
export function sortByDependency<T extends FilledField>(calculations: readonly T[]): T[] {
  const fillers = Map.groupBy(calculations, (calculation) => calculation.targetField);
  const visited = new Set<T>();
  const sorted: T[] = [];
  const visit = (calculation: T) => {
    if (visited.has(calculation)) return;
    visited.add(calculation);
    for (const field of readsOf(calculation)) fillers.get(field)?.forEach(visit);
    sorted.push(calculation);
  };
  calculations.forEach(visit);
  return sorted;
}

/**
 * Finds a dependency cycle through one field.
 * @param calculations of one type
 * @returns the field, and the one at the end of the cycle, which reads it; undefined when there is none
 */
export function findCycle(calculations: readonly FilledField[], field: string): [string, string] | undefined {
  const reads = new Map<string, string[]>();
  for (const calculation of calculations)
    reads.set(calculation.targetField, [...(reads.get(calculation.targetField) ?? []), ...readsOf(calculation)]);
  const visited = new Set([field]);
  const open = [field];
  for (let from = open.pop(); from !== undefined; from = open.pop()) {
    for (const to of reads.get(from) ?? []) {
      if (to === field) return [field, from];
      if (visited.has(to)) continue;
      visited.add(to);
      open.push(to);
    }
  }
  return undefined;
}

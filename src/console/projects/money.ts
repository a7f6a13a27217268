/** Budgets and costs of an initiative, summed by fiscal year and kind. */
import type { BudgetLine, CostLine } from "./queries";

/** The sums of a year and a kind. */
export type YearSum = { year: number; category: CostLine["category"]; budget: number; spent: number };

/**
 * Returns the fiscal year in which a day is, named after the calendar year in which it begins.
 * @param start the month in which fiscal years begin, from 1
 */
export function fiscalYearOf(day: string, start: number): number {
  const [year = 0, month = 1] = day.split("-").map(Number);
  return month >= start ? year : year - 1;
}

/** Returns the sums by year and kind, of lines with a year; those without a day are left out. */
export function sumsOf(budgets: readonly BudgetLine[], costs: readonly CostLine[], start: number): YearSum[] {
  const sums = new Map<string, YearSum>();
  const sumOf = (year: number, category: CostLine["category"]): YearSum => {
    const key = `${year} ${category}`;
    const known = sums.get(key) ?? { year, category, budget: 0, spent: 0 };
    sums.set(key, known);
    return known;
  };
  for (const { fiscal_year, category, amount } of budgets) sumOf(fiscal_year, category).budget += amount;
  for (const { date, category, actual } of costs)
    if (date !== null) sumOf(fiscalYearOf(date, start), category).spent += actual;
  return [...sums.values()].toSorted(
    (one, other) => one.year - other.year || one.category.localeCompare(other.category),
  );
}

/** Returns what was spent in years and kinds without a budget. */
export const spentWithoutBudget = (sums: readonly YearSum[]): YearSum[] =>
  sums.filter(({ budget, spent }) => budget === 0 && spent > 0);

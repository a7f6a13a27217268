/** The active calculations of each card type, cached in memory with their compiled formulas. */
import { cached, statement } from "../../../db";
import { type Formula, FormulaError, parseFormula, readsChildren, referencedRelations } from "../../formula";
import { sortByDependency } from "./dependencies";

/** An active calculation; an invalid formula fails for every card. */
export type ActiveCalculation = {
  id: string;
  name: string;
  targetType: string;
  targetField: string;
  formula: Formula | FormulaError;
  /** The number of runs that took too many steps. */
  wasted: number;
};

/** The data that formulas read in addition to their card. */
export type Needs = { relationTypes: ReadonlySet<string> | "all"; children: boolean };

export type Plan = {
  /** In the order in which they run. */
  calculations: readonly ActiveCalculation[];
  needs: Needs;
};

/** Compiled formulas, which outlive the plans: compiling costs more than evaluating. */
const MAX_COMPILED = 1_000;
const compiled = new Map<string, Formula | FormulaError>();

/** Compiles a formula; an invalid one gives its error. */
export function readFormula(text: string): Formula | FormulaError {
  const known = compiled.get(text);
  if (known) return known;
  let formula: Formula | FormulaError;
  try {
    formula = parseFormula(text);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    formula = error;
  }
  if (compiled.size >= MAX_COMPILED) compiled.delete(compiled.keys().next().value as string);
  compiled.set(text, formula);
  return formula;
}

/** Reads the data that some formulas read together. */
export function needsOf(formulas: readonly (Formula | FormulaError)[]): Needs {
  const readable = formulas.flatMap((formula) => (formula instanceof FormulaError ? [] : [formula]));
  const relationTypes = readable.map(referencedRelations);
  return {
    relationTypes: relationTypes.includes("all") ? "all" : new Set(relationTypes.flat()),
    children: readable.some(readsChildren),
  };
}

/** Card type → plan of its active calculations; dropped whenever calculations change. */
export const activePlans = cached((): ReadonlyMap<string, Plan> => {
  const calculations = statement<Omit<ActiveCalculation, "formula"> & { formula: string }>(
    `SELECT id, name, target_type_key AS targetType, target_field_key AS targetField, formula, wasted FROM calculations
     WHERE is_active = 1 ORDER BY execution_order, created_at, id`,
  )
    .all()
    .map((row): ActiveCalculation => ({ ...row, formula: readFormula(row.formula) }));
  const byType = Map.groupBy(calculations, (calculation) => calculation.targetType);
  return new Map(
    [...byType].map(([type, own]) => [
      type,
      { calculations: sortByDependency(own), needs: needsOf(own.map(({ formula }) => formula)) },
    ]),
  );
});

/** What is to be computed for the cards of each type: the active calculations, read once and kept in memory. */
import { cached, statement } from "../../../db";
import { type Formula, FormulaError, parseFormula, readsChildren, referencedRelations } from "../../formula";
import { inDependencyOrder } from "./order";

/** An active calculation; what can't be read fails for every card in the same way. */
export type Planned = {
  id: string;
  name: string;
  targetType: string;
  targetField: string;
  formula: Formula | FormulaError;
};

/** What formulas read beside the card itself. */
export type Needs = { relationTypes: ReadonlySet<string> | "all"; children: boolean };

export type Plan = {
  /** In the order in which they run. */
  calculations: readonly Planned[];
  needs: Needs;
};

/** Formulas kept in their compiled form; caches are dropped often, and compiling costs more than evaluating. */
const MOST_KEPT = 1_000;
const kept = new Map<string, Formula | FormulaError>();

/** A formula, or the error that says why the text is none. */
export function readFormula(text: string): Formula | FormulaError {
  const known = kept.get(text);
  if (known) return known;
  let formula: Formula | FormulaError;
  try {
    formula = parseFormula(text);
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    formula = error;
  }
  if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value as string);
  kept.set(text, formula);
  return formula;
}

/** What some formulas read, all together. */
export function needsOf(formulas: readonly (Formula | FormulaError)[]): Needs {
  const readable = formulas.flatMap((formula) => (formula instanceof FormulaError ? [] : [formula]));
  const relationTypes = readable.map(referencedRelations);
  return {
    relationTypes: relationTypes.includes("all") ? "all" : new Set(relationTypes.flat()),
    children: readable.some(readsChildren),
  };
}

type Row = { id: string; name: string; target_type_key: string; target_field_key: string; formula: string };

/** Card type → what is computed for its cards. Dropped by whatever changes calculations. */
export const activePlans = cached((): ReadonlyMap<string, Plan> => {
  const calculations = statement<Row>(
    `SELECT id, name, target_type_key, target_field_key, formula FROM calculations WHERE is_active = 1
     ORDER BY execution_order, created_at, id`,
  )
    .all()
    .map(
      (row): Planned => ({
        id: row.id,
        name: row.name,
        targetType: row.target_type_key,
        targetField: row.target_field_key,
        formula: readFormula(row.formula),
      }),
    );
  const byType = Map.groupBy(calculations, (calculation) => calculation.targetType);
  return new Map(
    [...byType].map(([type, own]) => [
      type,
      { calculations: inDependencyOrder(own), needs: needsOf(own.map(({ formula }) => formula)) },
    ]),
  );
});

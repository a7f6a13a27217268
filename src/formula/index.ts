import { compileLines, type Program, runProgram } from "./compile";
import { withPositions } from "./errors";
import { Evaluation } from "./evaluation";
import { FUNCTIONS } from "./functions";
import { type FormulaScope, type JsonValue, toJson } from "./json";
import { MAX_STEPS } from "./limits";
import { StepBudget } from "./run";
import { readLines } from "./syntax";

export { FormulaError, type FormulaErrorKind, publicError } from "./errors";
export type { FormulaScope, JsonObject, JsonValue } from "./json";
export { MAX_STEPS } from "./limits";
export { StepBudget } from "./run";

/** A formula that has been read and compiled; it can be evaluated for any number of cards. */
export interface Formula {
  readonly text: string;
  readonly program: Program;
}

/** Reads a formula. Throws a FormulaError with the place when the text is not one. */
export function parseFormula(text: string): Formula {
  const program = withPositions(
    text,
    () => 0,
    () => compileLines(readLines(text)),
  );
  return { text, program };
}

/**
 * Evaluates a formula for one card and gives the value to store; null means that the attribute is to be removed. The
 * scope is only read. Throws a FormulaError when an operation fails, a bound is passed or the result is not JSON.
 * @param budget what it and other evaluations may take together; the steps that it takes are taken off it
 */
export function evaluateFormula(
  formula: Formula,
  scope: FormulaScope,
  budget: StepBudget = new StepBudget(MAX_STEPS),
): JsonValue {
  const run = new Evaluation(scope, Math.min(MAX_STEPS, budget.left));
  try {
    return withPositions(
      formula.text,
      () => run.at,
      () => toJson(run, runProgram(formula.program, run)),
    );
  } finally {
    budget.take(run.spent);
  }
}

/** Returns the attributes that a formula reads by name from `data`. */
export function referencedFields(formula: Formula): string[] {
  return [...formula.program.references.fields];
}

/** Returns the relation types that a formula reads, or "all" when that depends on values. */
export function referencedRelations(formula: Formula): string[] | "all" {
  const { allRelations, relations } = formula.program.references;
  return allRelations ? "all" : [...relations];
}

/** Checks whether a formula reads the card's children or their number. */
export function readsChildren(formula: Formula): boolean {
  return formula.program.references.children;
}

/** A function of the language with its parameters; the first `required` have no default. */
export type FormulaFunction = { name: string; parameters: string[]; required: number };

/** Lists the functions of the language; of one that takes any number of values the parameters are "…". */
export const formulaFunctions = (): FormulaFunction[] =>
  [...FUNCTIONS].map(([name, { params, ...rest }]) => ({
    name,
    parameters: params ? [...params] : ["…"],
    required: "required" in rest ? rest.required : 0,
  }));

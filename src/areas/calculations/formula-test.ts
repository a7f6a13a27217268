/** Checking a formula, and evaluating a calculation for a card without storing the result. */
import type { Actor } from "../../core/access/actor";
import {
  evaluateFormula,
  type Formula,
  FormulaError,
  type FormulaScope,
  MAX_STEPS,
  publicError,
  StepBudget,
} from "../../formula";
import { notFound, refused } from "../../http/errors";
import { log } from "../../platform/log";
import { cardType } from "../metamodel";
import type { FormulaDraft, FormulaTestResult, FormulaTrial, FormulaVerdict, Position } from "./model";
import { needsOf, readFormula } from "./plan";
import { type SeenCard, withoutCosts } from "./redaction";
import { withResult } from "./result";
import { blankScope, filledScope } from "./sample-scope";
import { CardScope, listCards, loadRelated } from "./scope";
import { requireCalculation } from "./service";

/** Returns the place of an error, if it has one. */
export const positionOf = (error: unknown): { position?: Position } =>
  error instanceof FormulaError ? { position: { line: error.line, column: error.column, message: error.message } } : {};

const invalid = (error: unknown): FormulaVerdict => ({
  valid: false,
  error: publicError(error, "validate"),
  ...positionOf(error),
});

/** Texts of sample cards: formulas may parse numbers or words. */
const SAMPLE_TEXTS = ["1", "One two, three"];

/** Returns the error of a formula in a scope; undefined when there is none. */
function failureIn(formula: Formula, scope: FormulaScope, budget: StepBudget): unknown {
  try {
    evaluateFormula(formula, scope, budget);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Checks that a formula compiles and can be evaluated for an empty card of a type, or for a filled one. */
export function checkFormula({ formula: text, target_type_key }: FormulaDraft): FormulaVerdict {
  const type = cardType(target_type_key);
  if (!type) return { valid: false, error: `Card type '${target_type_key}' not found` };
  const formula = readFormula(text);
  if (formula instanceof FormulaError) return invalid(formula);
  const budget = new StepBudget(MAX_STEPS);
  try {
    return { valid: true, error: null, preview_result: evaluateFormula(formula, blankScope(type), budget) };
  } catch (error) {
    if (!(error instanceof FormulaError) || error.kind !== "evaluation") return invalid(error);
    const failures = SAMPLE_TEXTS.map((sample) => failureIn(formula, filledScope(type, sample), budget));
    return failures.includes(undefined) ? { valid: true, error: null, preview_result: null } : invalid(error);
  }
}

/**
 * Evaluates a calculation, active or not, for one card.
 * @throws Problem 404 for an unknown calculation or card, 400 when the card is of another type
 */
export const testCalculation = (actor: Actor, id: string, cardId: string): FormulaTestResult =>
  tryFormula(actor, { ...requireCalculation(id), card_id: cardId });

/**
 * Evaluates a formula, stored or not, for one card.
 * @throws Problem 404 for an unknown card, 400 when it is of another type
 */
export function tryFormula(actor: Actor, trial: FormulaTrial): FormulaTestResult {
  const { formula: text, target_type_key, target_field_key, card_id: cardId } = trial;
  const [card] = listCards([cardId]);
  if (!card) throw notFound("Card");
  if (card.type !== target_type_key)
    throw refused(`The card is of type ${card.type}, but the calculation is for cards of type ${target_type_key}`);
  const formula = readFormula(text);
  const related = loadRelated(card.type, [card], needsOf([formula]));
  const [seen] = withoutCosts(actor, [card], related) as [SeenCard];
  const { attributes } = seen;
  try {
    if (formula instanceof FormulaError) throw formula;
    const result = evaluateFormula(formula, new CardScope(card, attributes, seen.related));
    withResult(attributes, target_field_key, result);
    return { success: true, error: null, computed_value: result, card_name: card.name };
  } catch (error) {
    log.warn(
      { field: target_field_key, card: card.id, exception: error },
      "a calculation failed when it was tried out",
    );
    return {
      success: false,
      error: "Calculation failed",
      computed_value: attributes[target_field_key] ?? null,
      card_name: card.name,
      ...positionOf(error),
    };
  }
}

/** Trying out formulas: whether one can be right, and what one gives for a card. Nothing is stored. */

import { type Actor, cardsWithVisibleCosts, may } from "../../core/access/actor";
import {
  evaluateFormula,
  type Formula,
  FormulaError,
  type FormulaScope,
  type JsonObject,
  publicError,
} from "../../formula";
import { notFound, refused } from "../../http/errors";
import { log } from "../../platform/log";
import { cardType, costKeysOf, relationCostKeysOf } from "../metamodel";
import type { FormulaDraft, FormulaTestResult, FormulaVerdict, Position } from "./model";
import { needsOf, readFormula } from "./plan";
import { blankScope, filledScope } from "./sample";
import { CardScope, type Subject, type Surroundings, storedObject, subjects, surroundingsOf } from "./scope";
import { calculationOf } from "./service";
import { withResult } from "./storable";

const positionOf = (error: unknown): { position?: Position } =>
  error instanceof FormulaError ? { position: { line: error.line, column: error.column, message: error.message } } : {};

const invalid = (error: unknown): FormulaVerdict => ({
  valid: false,
  error: publicError(error, "validate"),
  ...positionOf(error),
});

/** Texts that a formula may expect to read a number from, or words. */
const texts = ["1", "One two, three"];

/** What goes wrong with a formula in a scope; undefined when nothing does. */
function failureIn(formula: Formula, scope: FormulaScope): unknown {
  try {
    evaluateFormula(formula, scope);
    return undefined;
  } catch (error) {
    return error;
  }
}

/**
 * Tells whether a text is a formula that can be right for cards of a type: it can be read, and gives something for a
 * card that is empty, or at least for one that holds something. Branches that are not taken are not examined.
 */
export function checkFormula({ formula: text, target_type_key }: FormulaDraft): FormulaVerdict {
  const type = cardType(target_type_key);
  if (!type) return { valid: false, error: `Card type '${target_type_key}' not found` };
  const formula = readFormula(text);
  if (formula instanceof FormulaError) return invalid(formula);
  try {
    return { valid: true, error: null, preview_result: evaluateFormula(formula, blankScope(type)) };
  } catch (error) {
    if (!(error instanceof FormulaError) || error.kind !== "evaluation") return invalid(error);
    const failures = texts.map((sample) => failureIn(formula, filledScope(type, sample)));
    return failures.includes(undefined) ? { valid: true, error: null, preview_result: null } : invalid(error);
  }
}

const without = (object: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

/** The scope of a card without the costs that the actor may not see, so that a result can't tell of them either. */
function visibleTo(actor: Actor, card: Subject, attributes: JsonObject, around: Surroundings) {
  if (may(actor, "costs.view")) return { attributes, around };
  const others = [...Object.values(around.relations).flat(), ...around.children];
  const visible = cardsWithVisibleCosts(actor, [card.id, ...others.map((other) => other["id"] as string)]);
  const entryFor = (entry: JsonObject): JsonObject =>
    visible?.has(entry["id"] as string)
      ? entry
      : { ...entry, attributes: without(entry["attributes"] as JsonObject, costKeysOf(entry["type"] as string)) };
  const relations = Object.entries(around.relations).map(([type, entries]) => [
    type,
    entries.map((entry) => ({
      ...entryFor(entry),
      rel_attributes: without(entry["rel_attributes"] as JsonObject, relationCostKeysOf(type)),
    })),
  ]);
  return {
    attributes: visible?.has(card.id) ? attributes : without(attributes, costKeysOf(card.type)),
    around: {
      relations: Object.fromEntries(relations),
      relation_count: around.relation_count,
      children: around.children.map(entryFor),
      children_count: around.children_count,
    },
  };
}

/**
 * Evaluates a calculation, active or not, for one card.
 * @throws Problem 404 for an unknown calculation or card, 400 when the card is of another type
 */
export function testCalculation(actor: Actor, id: string, cardId: string): FormulaTestResult {
  const { formula: text, target_type_key, target_field_key } = calculationOf(id);
  const [card] = subjects([cardId]);
  if (!card) throw notFound("Card");
  if (card.type !== target_type_key)
    throw refused(`The card is of type ${card.type}, but the calculation is for cards of type ${target_type_key}`);
  const formula = readFormula(text);
  const [loaded] = surroundingsOf(card.type, [card.id], needsOf([formula])) as [Surroundings];
  const { attributes, around } = visibleTo(actor, card, storedObject(card.attributes), loaded);
  try {
    if (formula instanceof FormulaError) throw formula;
    const result = evaluateFormula(formula, new CardScope(card, attributes, around));
    withResult(attributes, target_field_key, result);
    return { success: true, error: null, computed_value: result, card_name: card.name };
  } catch (error) {
    log.warn({ calculation: id, card: card.id, exception: error }, "a calculation failed when it was tried out");
    return {
      success: false,
      error: "Calculation failed",
      computed_value: attributes[target_field_key] ?? null,
      card_name: card.name,
      ...positionOf(error),
    };
  }
}

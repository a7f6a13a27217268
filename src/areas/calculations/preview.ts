/** Previews of formulas: what they would change in the cards of their type, without storing anything. */
import type { Actor } from "../../core/access/actor";
import { progress } from "../../core/threads/progress";
import { evaluateFormula, type Formula, FormulaError, type JsonValue, MAX_STEPS, StepBudget } from "../../formula";
import { notFound } from "../../http/errors";
import { cardType } from "../metamodel";
import { positionOf } from "./formula-test";
import type { FormulaComparison, FormulaPreview, FormulaPreviewRequest } from "./model";
import { needsOf, readFormula } from "./plan";
import { type SeenCard, withoutCosts } from "./redaction";
import { withResult } from "./result";
import { activeCardsOf, isDerivedElsewhere } from "./run";
import { CardScope, listCardsBySeq, loadRelated, RelatedCards, type ScopeCard } from "./scope";

/** Cards that are loaded at a time. */
const BATCH = 1_000;
/** Cards that are shown when none are asked for: those that would change or fail, or else some that stay the same. */
const MAX_EXAMPLES = 20;
const FEW_EXAMPLES = 5;
/** Steps that a preview takes: those of the cards that it doesn't reach are not counted. */
const STEPS = 400 * MAX_STEPS;

/** Compares what a card has with what the formula gives for it. */
function compare(
  formula: Formula | FormulaError,
  fieldKey: string,
  card: ScopeCard,
  { attributes, related }: SeenCard,
  budget: StepBudget,
): FormulaComparison {
  const before = attributes[fieldKey] ?? null;
  const known = { card_id: card.id, card_name: card.name, before };
  try {
    if (formula instanceof FormulaError) throw formula;
    const after = evaluateFormula(formula, new CardScope(card, attributes, related), budget);
    withResult(attributes, fieldKey, after);
    return { ...known, after, outcome: outcomeOf(before, after) };
  } catch (error) {
    return { ...known, after: before, outcome: "failed", ...positionOf(error) };
  }
}

function outcomeOf(before: JsonValue, after: JsonValue): FormulaComparison["outcome"] {
  if (Bun.deepEquals(before, after)) return "same";
  return before === null ? "filled" : after === null ? "emptied" : "changed";
}

/**
 * Compares a formula with what the active cards of its type have now: how many would be filled, changed and emptied, and for how
 * many it fails. Fields that another area derives stay as they are. Cards that more steps would be needed for than a preview
 * takes are left out of the counts.
 * @throws Problem 404 for an unknown type
 */
export function previewFormula(actor: Actor, asked: FormulaPreviewRequest): FormulaPreview {
  const { formula: text, target_type_key: typeKey, target_field_key: fieldKey, card_ids: wanted } = asked;
  if (!cardType(typeKey)) throw notFound("Card type");
  const formula = readFormula(text);
  const needs = needsOf([formula]);
  const sequences = activeCardsOf(typeKey);
  const budget = new StepBudget(STEPS);
  const relatedCards = new RelatedCards();
  const chosen = wanted && new Set(wanted);
  const outcomes = { filled: 0, changed: 0, emptied: 0, failed: 0, same: 0 };
  const shown: FormulaComparison[] = [];
  const unchanged: FormulaComparison[] = [];
  for (let start = 0; start < sequences.length && budget.left > 0; start += BATCH) {
    progress(start, sequences.length);
    const cards = listCardsBySeq(sequences.slice(start, start + BATCH));
    const seen = withoutCosts(actor, cards, loadRelated(typeKey, cards, needs, relatedCards));
    const isDerived = isDerivedElsewhere(
      typeKey,
      cards.map(({ id }) => id),
    );
    for (const [index, card] of cards.entries()) {
      if (budget.left <= 0) break;
      const compared = isDerived(card.id, fieldKey)
        ? undefined
        : compare(formula, fieldKey, card, seen[index] as SeenCard, budget);
      outcomes[compared?.outcome ?? "same"]++;
      if (!compared) continue;
      const isSame = compared.outcome === "same";
      if (chosen ? chosen.has(card.id) : !isSame && shown.length < MAX_EXAMPLES) shown.push(compared);
      else if (isSame && unchanged.length < FEW_EXAMPLES) unchanged.push(compared);
    }
  }
  const { same, filled, changed, emptied, failed } = outcomes;
  return {
    card_count: sequences.length,
    compared_count: same + filled + changed + emptied + failed,
    filled_count: filled,
    changed_count: changed,
    emptied_count: emptied,
    failed_count: failed,
    cards: chosen ? shown : [...shown, ...unchanged.slice(0, Math.max(0, FEW_EXAMPLES - shown.length))],
  };
}

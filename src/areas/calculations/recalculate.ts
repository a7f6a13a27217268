/** Computing the calculated fields of all cards of a type. */
import { largeTransaction } from "../../../db";
import { extensionPoint } from "../../core/extension-point";
import { FormulaError, publicError } from "../../formula";
import type { Recalculation } from "./model";
import { activeCardsOf, type Failure, MAX_FAILURES, runInSlices } from "./run";

/** Serializes a failure with its place but not its message, which may hold data of the card. */
const serializeFailure = ({ card, calculation, error }: Failure): Recalculation["errors"][number] => ({
  card_id: card.id,
  card_name: card.name,
  calculation_id: calculation.id,
  name: calculation.name,
  target_field: calculation.targetField,
  success: false,
  error: publicError(error),
  ...(error instanceof FormulaError && { position: { line: error.line, column: error.column } }),
});

/** Called when a recalculation has filled or emptied fields of cards, in its transaction. */
export const cardsRecalculated = extensionPoint<[cardIds: readonly string[]]>();

/**
 * Runs the active calculations of a type over all its active cards. It yields after some cards, which may be the end of a
 * transaction: what was calculated is right without the rest, and calculating it again changes nothing. No event is published.
 * @returns what became of all of them
 */
export function* recalculateInSlices(typeKey: string): Generator<void, Recalculation> {
  const cards = activeCardsOf(typeKey);
  const result: Recalculation = {
    cards_processed: cards.length,
    calculations_succeeded: 0,
    calculations_failed: 0,
    errors: [],
  };
  for (const { filled, succeeded, failed, failures } of runInSlices(typeKey, cards)) {
    cardsRecalculated(filled);
    result.calculations_succeeded += succeeded;
    result.calculations_failed += failed;
    result.errors.push(...failures.slice(0, MAX_FAILURES - result.errors.length).map(serializeFailure));
    yield;
  }
  return result;
}

/** Works as `recalculateInSlices`, in one transaction. */
export function recalculateType(typeKey: string): Recalculation {
  return largeTransaction(() => {
    const slices = recalculateInSlices(typeKey);
    for (;;) {
      const { done, value } = slices.next();
      if (done) return value;
    }
  });
}

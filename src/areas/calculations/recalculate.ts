/** Computing the calculated fields of all cards of a type. */
import { largeTransaction } from "../../../db";
import { extensionPoint } from "../../core/extension-point";
import { FormulaError, publicError } from "../../formula";
import type { Recalculation } from "./model";
import { type Failure, runAllOf } from "./run";

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

/** Runs the active calculations of a type over all its active cards, in one transaction. No event is published. */
export function recalculateType(typeKey: string): Recalculation {
  return largeTransaction(() => {
    const { cards, filled, succeeded, failed, failures } = runAllOf(typeKey);
    cardsRecalculated(filled);
    return {
      cards_processed: cards,
      calculations_succeeded: succeeded,
      calculations_failed: failed,
      errors: failures.map(serializeFailure),
    };
  });
}

/** Computing the calculated fields of all cards of a type. */
import { largeTransaction } from "../../../db/transaction";
import { FormulaError, publicError } from "./formula";
import type { Recalculation } from "./model";
import { type Failure, runAllOf } from "./run";

/** As an answer tells of it: where, but not what, as the error may hold data of the card. */
const told = ({ card, calculation, error }: Failure): Recalculation["errors"][number] => ({
  card_id: card.id,
  card_name: card.name,
  calculation_id: calculation.id,
  name: calculation.name,
  target_field: calculation.targetField,
  success: false,
  error: publicError(error),
  ...(error instanceof FormulaError && { position: { line: error.line, column: error.column } }),
});

/**
 * Runs the active calculations of a type over all its active cards, in one transaction. Nobody is told.
 * @param afterwards scores the cards whose fields were filled or emptied, in the same transaction
 */
export function recalculateType(typeKey: string, afterwards: (cardIds: readonly string[]) => void): Recalculation {
  return largeTransaction(() => {
    const { cards, filled, succeeded, failed, failures } = runAllOf(typeKey);
    afterwards(filled);
    return {
      cards_processed: cards,
      calculations_succeeded: succeeded,
      calculations_failed: failed,
      errors: failures.map(told),
    };
  });
}

/** Fields that the server derives from cards: level, calculated fields and data quality. */
import { inList, listOf, statement } from "../../../db";
import { type CardRef, readingChildren, runCalculations } from "../calculations";
import type { TypeChange } from "../metamodel";
import { relevel } from "./hierarchy";
import { refreshQuality } from "./quality";
import { refreshQualityOfTypes } from "./rescoring";

/**
 * Runs the calculations of cards and then scores them; part of the running transaction.
 * @param rescored cards to score in addition to those of which a calculation fills or empties a field
 */
export function recalculate(cards: readonly CardRef[], rescored: readonly CardRef[] = cards): void {
  const { filled } = runCalculations(cards);
  refreshQuality([...new Set([...rescored.map((card) => card.id), ...filled])]);
}

/** Recalculates those of the cards, which got or lost children, that have formulas over children. */
export function recalculateParents(parentIds: readonly (string | null | undefined)[]): void {
  recalculate(readingChildren(parentIds));
}

/**
 * Refreshes the derived fields of cards, each after those it depends on; part of the running transaction.
 * To be called once for all the cards that a request changes.
 * @param parentIds as in `recalculateParents`
 * @param rescored as in `recalculate`
 */
export function refreshDerivedFields(
  cards: readonly CardRef[],
  parentIds: readonly (string | null | undefined)[] = [],
  rescored: readonly CardRef[] = cards,
): void {
  relevel(cards);
  recalculate(cards, rescored);
  recalculateParents(parentIds);
}

/** Refreshes the derived fields of the cards that a change of the metamodel affects. */
export function refreshAfterTypeChange({ cardTypes, cardIds }: TypeChange): void {
  if (cardIds.length > 0)
    recalculate(statement<CardRef, [string]>(`SELECT id, type FROM cards WHERE ${inList("id")}`).all(listOf(cardIds)));
  refreshQualityOfTypes(cardTypes);
}

/** What follows from every change of cards: their level, their calculated fields, their quality. */
import { inList, listOf, statement } from "../../../db";
import { type CardRef, readingChildren, runCalculations } from "../calculations";
import type { TypeChange } from "../metamodel";
import { relevel } from "./hierarchy";
import { refreshQuality, refreshQualityOfTypes } from "./quality";

/**
 * Calculates the fields of cards and scores them, in this order: what is calculated counts. Part of the running
 * transaction; for cards whose relations were changed.
 * @param rescored those whose score may be another now, beside those whose calculated fields are filled or emptied
 */
export function recompute(cards: readonly CardRef[], rescored: readonly CardRef[] = cards): void {
  const { filled } = runCalculations(cards);
  refreshQuality([...new Set([...rescored.map((card) => card.id), ...filled])]);
}

/**
 * Brings what is derived from cards up to date, in the order in which one depends on the other.
 * Part of the running transaction; called once for all the cards that a request changes.
 * @param parentIds the cards that have got or lost children by it: those with formulas over children are recomputed, one
 *   level up and no further
 * @param rescored as in `recompute`
 */
export function settle(
  cards: readonly CardRef[],
  parentIds: readonly (string | null | undefined)[] = [],
  rescored: readonly CardRef[] = cards,
): void {
  relevel(cards);
  recompute(cards, rescored);
  recomputeParents(parentIds);
}

/** Recomputes the cards that have got or lost children, as far as their formulas read children. */
export function recomputeParents(parentIds: readonly (string | null | undefined)[]): void {
  recompute(readingChildren(parentIds));
}

/** Recomputes and scores what a change of the metamodel touches. */
export function followTypeChange({ cardTypes, cardIds }: TypeChange): void {
  if (cardIds.length > 0)
    recompute(statement<CardRef, [string]>(`SELECT id, type FROM cards WHERE ${inList("id")}`).all(listOf(cardIds)));
  refreshQualityOfTypes(cardTypes);
}

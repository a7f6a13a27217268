/** What follows from a change of the metamodel, for the areas that come later. Their extensions run in its transaction. */
import type { Actor } from "../../core/access/actor";
import { extensionPoint } from "../../core/extension-point";

export type TypeChange = {
  /** Card types whose active cards are to be scored anew: what counts for them has changed. */
  cardTypes: readonly string[];
  /** Cards whose attributes or relations were changed along with the metamodel. */
  cardIds: readonly string[];
};

/** Asked whenever a change of the metamodel touches cards or how they are scored. */
export const typeChanged = extensionPoint<[change: TypeChange]>();

/** Asked whenever a card type, which then has no cards, is deleted for good. */
export const typeDeleted = extensionPoint<[typeKey: string, actor: Actor]>();

/** Asked how many things refer to a field of a card type, or to an option of it, before it is removed. */
export const referencesAsked = extensionPoint<[typeKey: string, fieldKey: string, optionKey?: string], number>();

/** A card type or a relation type that somebody is about to delete. */
export type Doomed = { kind: "card_type" | "relation_type"; key: string };

/** Asked how many things go with a type that is deleted, and how many refer to it and are left behind. */
export const deletionAsked = extensionPoint<[doomed: Doomed], { removed: number; left: number }>();

/** Calls the extensions of `typeChanged` unless nothing has changed. */
export function publishTypeChange({ cardTypes = [], cardIds = [] }: Partial<TypeChange>): void {
  if (cardTypes.length + cardIds.length > 0) typeChanged({ cardTypes, cardIds });
}

/** What refers to a field or option: name → how many. */
export const referencesTo = (...field: Parameters<typeof referencesAsked>): Record<string, number> =>
  Object.fromEntries(referencesAsked(...field).map(({ name, result }) => [name, result]));

/** What is concerned by a deletion: name → how many go, and name → how many are left behind. */
export function concernedBy(doomed: Doomed): { removed: Record<string, number>; references: Record<string, number> } {
  const counts = deletionAsked(doomed);
  return {
    removed: Object.fromEntries(counts.map(({ name, result }) => [name, result.removed])),
    references: Object.fromEntries(counts.map(({ name, result }) => [name, result.left])),
  };
}

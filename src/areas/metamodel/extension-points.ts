/** The extension points of the metamodel: later areas act on its changes, and count what refers to it. */
import type { Actor } from "../../core/access/actor";
import { extensionPoint } from "../../core/extension-point";
import type { Removal } from "./removal";

export type TypeChange = {
  /** Card types whose active cards are scored again. */
  cardTypes: readonly string[];
  /** Cards whose attributes or relations were changed along with the metamodel. */
  cardIds: readonly string[];
};

/** Called when a change of the metamodel touches cards or their data quality, in its transaction. */
export const typeChanged = extensionPoint<[change: TypeChange]>();

/** The cards that lose removed values: how many, and the ids of those from which they are deleted already. */
export type RemovedValues = { count: number; cardIds: readonly string[] };

/** Called when a change of a card type removes fields or options, in its transaction: deletes their values, or enqueues that. */
export const fieldsRemoved = extensionPoint<[actor: Actor, typeKey: string, removal: Removal], RemovedValues>();

/**
 * Called when relation types are about to be deleted, in the same transaction: deletes their relations, or so many of them.
 * @returns the ids of the cards that were related by those
 */
export const relationTypesEmptied = extensionPoint<[typeKeys: readonly string[], most?: number], string[]>();

/** Called when a card type, which then has no cards, is deleted, in the same transaction. */
export const typeDeleted = extensionPoint<[typeKey: string, actor: Actor]>();

/** Counts the references to a field of a card type, or to an option of it. */
export const fieldReferences = extensionPoint<[typeKey: string, fieldKey: string, optionKey?: string], number>();

/** A card type or relation type that may be deleted. */
export type DeletionTarget = { kind: "card_type" | "relation_type"; key: string };

/** Counts what is deleted along with a type, and the references to it that remain. */
export const deletionImpact = extensionPoint<[target: DeletionTarget], { removed: number; left: number }>();

/** Calls the extensions of `typeChanged`, unless there is nothing to do. */
export function notifyTypeChange({ cardTypes = [], cardIds = [] }: Partial<TypeChange>): void {
  if (cardTypes.length + cardIds.length > 0) typeChanged({ cardTypes, cardIds });
}

/** Returns the references to a field or option: name of the extension → count. */
export const countFieldReferences = (...field: Parameters<typeof fieldReferences>): Record<string, number> =>
  Object.fromEntries(fieldReferences(...field).map(({ name, result }) => [name, result]));

type Counts = Record<string, number>;

/** Returns the deletion impact by name of the extension: what is deleted as well, and the references that remain. */
export function countDeletionImpact(target: DeletionTarget): { removed: Counts; references: Counts } {
  const counts = deletionImpact(target);
  return {
    removed: Object.fromEntries(counts.map(({ name, result }) => [name, result.removed])),
    references: Object.fromEntries(counts.map(({ name, result }) => [name, result.left])),
  };
}

/**
 * What follows from a change of the metamodel, for the parts of the core and the modules that come after it.
 *
 * They register here, once, when they are loaded; the listeners run in the transaction of the change, after the change
 * itself. `core/cards` registers the scoring of data quality, a module that keeps something per card type registers
 * its cleaning up.
 */
import type { Actor } from "../access/actor";

export type TypeChange = {
  /** Card types whose active cards are to be scored anew: what counts for them has changed. */
  cardTypes: readonly string[];
  /** Cards whose attributes or relations were changed along with the metamodel. */
  cardIds: readonly string[];
};

const changeListeners = new Set<(change: TypeChange) => void>();
type DeletionListener = (typeKey: string, actor: Actor) => void;

const deletionListeners = new Set<DeletionListener>();

/** Calls the listener whenever a change of the metamodel touches cards or how they are scored. */
export function onTypeChanged(listener: (change: TypeChange) => void): void {
  changeListeners.add(listener);
}

/** Calls the listener whenever a card type, which then has no cards, is deleted for good. */
export function onTypeDeleted(listener: DeletionListener): void {
  deletionListeners.add(listener);
}

/** Tells the listeners of a change; part of the running transaction. */
export function typeChanged(change: Partial<TypeChange>): void {
  const { cardTypes = [], cardIds = [] } = change;
  if (cardTypes.length === 0 && cardIds.length === 0) return;
  for (const listener of changeListeners) listener({ cardTypes, cardIds });
}

/** Tells the listeners of a deletion; part of the running transaction. */
export function typeDeleted(typeKey: string, actor: Actor): void {
  for (const listener of deletionListeners) listener(typeKey, actor);
}

type ReferenceCounter = (typeKey: string, fieldKey: string, optionKey?: string) => number;

const referenceCounters = new Map<string, ReferenceCounter>();

/**
 * Makes known what else refers to fields of card types, so that somebody who is about to remove one is told.
 * @param name what is counted, in the plural, as in `calculations`
 * @param count how many of them refer to a field, or to an option of it
 */
export function onReferencesAsked(name: string, count: ReferenceCounter): void {
  referenceCounters.set(name, count);
}

/** What is registered as referring to a field or option: name → how many. */
export const referencesTo: (...field: Parameters<ReferenceCounter>) => Record<string, number> = (...field) =>
  Object.fromEntries([...referenceCounters].map(([name, count]) => [name, count(...field)]));

/** A card type or a relation type that somebody is about to delete. */
export type Doomed = { kind: "card_type" | "relation_type"; key: string };

type DeletionCounter = (doomed: Doomed) => { removed: number; left: number };

const deletionCounters = new Map<string, DeletionCounter>();

/**
 * Makes known what else the deletion of a type concerns, so that somebody who is about to delete one is told.
 * @param name what is counted, in the plural, as in `calculations`
 * @param count how many of them go with the type, and how many refer to it and are left behind
 */
export function onDeletionAsked(name: string, count: DeletionCounter): void {
  deletionCounters.set(name, count);
}

/** What is registered as concerned by a deletion: name → how many go, and name → how many are left behind. */
export function concernedBy(doomed: Doomed): { removed: Record<string, number>; references: Record<string, number> } {
  const counts = [...deletionCounters].map(([name, count]) => ({ name, ...count(doomed) }));
  return {
    removed: Object.fromEntries(counts.map(({ name, removed }) => [name, removed])),
    references: Object.fromEntries(counts.map(({ name, left }) => [name, left])),
  };
}

/** The keys of costs in two states: what is a cost in either of them, or today, is one in both. */
import { type Actor, cardsWithVisibleCosts } from "../../core/access/actor";
import { metamodel } from "../metamodel";

/** Type → the keys of its costs, also removed ones. */
type KeysByType = Record<string, readonly string[]>;
export type CostKeys = { cards: KeysByType; relations: KeysByType };

/** Returns the keys of costs in the state that is open. */
export function costKeys(): CostKeys {
  const { cardTypes, relationCostKeys } = metamodel();
  return {
    cards: Object.fromEntries([...cardTypes].map(([key, type]) => [key, type.costKeys])),
    relations: Object.fromEntries(relationCostKeys),
  };
}

const union = (all: readonly KeysByType[]): KeysByType => {
  const keys = Map.groupBy(all.flatMap(Object.entries<readonly string[]>), ([type]) => type);
  return Object.fromEntries([...keys].map(([type, of]) => [type, [...new Set(of.flatMap(([, own]) => own))]]));
};

/** Returns the keys that are costs in any of some states. */
export const together = (all: readonly CostKeys[]): CostKeys => ({
  cards: union(all.map(({ cards }) => cards)),
  relations: union(all.map(({ relations }) => relations)),
});

const none: readonly string[] = [];

/**
 * Returns a function to the keys that the actor may not see: of a card, or of a relation that starts at it.
 * @param cardIds the cards that it may be asked for
 */
export function hiddenKeys(
  actor: Actor,
  keys: KeysByType,
  cardIds: readonly string[],
): (cardId: string, type: string) => readonly string[] {
  const visible = cardsWithVisibleCosts(actor, [...new Set(cardIds)]);
  return (cardId, type) => (!visible || visible.has(cardId) ? none : (keys[type] ?? none));
}

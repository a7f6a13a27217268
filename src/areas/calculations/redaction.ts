/** Cards as the formulas of somebody see them who may not see all costs. */
import { type Actor, cardsWithVisibleCosts, may } from "../../core/access/actor";
import type { JsonObject } from "../../formula";
import { costKeysOf, relationCostKeysOf } from "../metamodel";
import { type RelatedData, type ScopeCard, storedObject } from "./scope";

/** The values of a card that a formula sees. */
export type SeenCard = { attributes: JsonObject; related: RelatedData };

const without = (object: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));

/** Redacts the costs of a card and of what it is related to, but for the visible ones. */
function redacted(
  visible: ReadonlySet<string>,
  card: ScopeCard,
  attributes: JsonObject,
  related: RelatedData,
): SeenCard {
  const entryFor = (entry: JsonObject): JsonObject =>
    visible.has(entry["id"] as string)
      ? entry
      : { ...entry, attributes: without(entry["attributes"] as JsonObject, costKeysOf(entry["type"] as string)) };
  const relations = Object.entries(related.relations).map(([type, entries]) => [
    type,
    entries.map((entry) => ({
      ...entryFor(entry),
      rel_attributes: without(entry["rel_attributes"] as JsonObject, relationCostKeysOf(type)),
    })),
  ]);
  return {
    attributes: visible.has(card.id) ? attributes : without(attributes, costKeysOf(card.type)),
    related: {
      relations: Object.fromEntries(relations),
      relation_count: related.relation_count,
      children: related.children.map(entryFor),
      children_count: related.children_count,
    },
  };
}

/** Returns what formulas see of cards, without costs that the actor may not see. @param related of each card, in their order */
export function withoutCosts(
  actor: Actor,
  cards: readonly ScopeCard[],
  related: readonly RelatedData[],
): readonly SeenCard[] {
  const all = cards.map((card, index) => ({
    card,
    attributes: storedObject(card.attributes),
    related: related[index] as RelatedData,
  }));
  if (may(actor, "costs.view")) return all;
  const others = all.flatMap((one) => [...Object.values(one.related.relations).flat(), ...one.related.children]);
  const ids = [...cards.map(({ id }) => id), ...others.map((other) => other["id"] as string)];
  const visible = cardsWithVisibleCosts(actor, [...new Set(ids)]) ?? new Set(ids);
  return all.map((one) => redacted(visible, one.card, one.attributes, one.related));
}

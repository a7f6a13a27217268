/** The groups of a roadmap: the topmost of the cards that its cards are related to. */
import type { Condition } from "../../../db/query";
import { linkedPairs } from "./links";
import { activeCards, numbersOf, selectCards } from "./population";
import { fragment, grouped, rowsOf } from "./rows";

/** A group; that of the cards in none has no id. */
export type RoadmapGroup = { id: string | null; name: string | null };

type GroupCard = { seq: number; id: string; name: string; parent: string | null };

/** Maps number → the topmost active card above it, of the same type. */
function topmost(cards: readonly GroupCard[]): Map<number, GroupCard> {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const tops = new Map<string, GroupCard>();
  for (const card of cards) {
    const path: GroupCard[] = [];
    const seen = new Set<string>();
    let at: GroupCard | undefined = card;
    while (at && !tops.has(at.id) && !seen.has(at.id)) {
      seen.add(at.id);
      path.push(at);
      at = at.parent === null ? undefined : byId.get(at.parent);
    }
    const top = (at && tops.get(at.id)) ?? (path.at(-1) as GroupCard);
    for (const one of path) tops.set(one.id, top);
  }
  return new Map(cards.map((card) => [card.seq, tops.get(card.id) as GroupCard]));
}

/**
 * Returns the groups by name, and which one a card is in: the one to whose cards it has the most relations, the first by name
 * among equals.
 * @param population the conditions on the cards of the roadmap
 * @param groupBy the key of the card type of the groups
 */
export function groupsOf(population: readonly Condition[], groupBy: string, type: string | undefined) {
  const grouping = activeCards(groupBy);
  const cards = rowsOf<[number, string, string, string | null]>(
    selectCards(grouping, fragment("c.id, c.name, c.parent_id")),
  ).map(([seq, id, name, parent]): GroupCard => ({ seq, id, name, parent }));
  const tops = topmost(cards);
  const order = new Map(cards.map(({ id }, place) => [id, place]));
  const places = new Map([...new Set(tops.values())].map(({ id }) => [id, order.get(id) ?? 0]));
  const pairs = linkedPairs(numbersOf(population), numbersOf(grouping), type === groupBy);
  const linked = grouped(pairs.map(([card, group]) => [card, (tops.get(group) as GroupCard).id]));
  const chosen = new Map<number, string>();
  for (const [card, ids] of linked) {
    const counts = [...Map.groupBy(ids, (id) => id)].map(([id, all]) => ({ id, count: all.length }));
    const placeOf = ({ id }: { id: string }) => places.get(id) ?? 0;
    const [most] = counts.sort((one, other) => other.count - one.count || placeOf(one) - placeOf(other));
    if (most) chosen.set(card, most.id);
  }
  const groups: RoadmapGroup[] = cards.filter(({ id }) => places.has(id)).map(({ id, name }) => ({ id, name }));
  return {
    groups: [...groups, { id: null, name: null }] as readonly RoadmapGroup[],
    groupOf: (seq: number): string | null => chosen.get(seq) ?? null,
  };
}

/** Cards that differ, with what they hold in both states. */
import type { Actor } from "../../core/access/actor";
import { parseObject } from "../../platform/json";
import type { Change, ChangedCard } from "./changed-cards";
import { type CardContent, type FieldChange, fieldChanges, formerContents, presentContents } from "./contents";
import { type CostKeys, hiddenKeys } from "./cost-keys";
import { labelChanges } from "./labels";
import { type RelatedChange, relatedChanges } from "./related-changes";

/** The relations of a card that are listed with it. */
const MAX_RELATIONS = 100;

/** A sum of costs in both states. */
type Costs = { old: number; new: number; difference: number };

/** A card that differs. Its name and type are those of the later state, if it is there. */
export type Item = {
  change: Change;
  id: string;
  type: string;
  name: string;
  changes: FieldChange[];
  costs: Costs | null;
  relations: RelatedChange[];
  more_relations: number;
};

/** Returns the sum of the costs of a card; 0 for one that isn't there. */
function costOf(content: CardContent | undefined, keys: readonly string[]): number {
  const attributes = parseObject(content?.attributes ?? null);
  return keys.reduce((sum, key) => sum + (typeof attributes[key] === "number" ? attributes[key] : 0), 0);
}

/** Returns fields with the name of a parent next to its id. */
const withParents = (changes: FieldChange[], before: CardContent | undefined, after: CardContent | undefined) =>
  changes.map((change) => {
    if (change.field !== "parent_id") return change;
    const parent = (content: CardContent | undefined) =>
      content?.["parent_id"] ? { id: content["parent_id"], name: content.parent_name } : null;
    return { field: "parent", old: parent(before), new: parent(after) };
  });

const numbersIn = (numbers: readonly (number | null)[]) => numbers.filter((seq) => seq !== null);

/** Returns some of the cards that differ with what differs, without the costs that the actor may not see. */
export function itemsOf(actor: Actor, keys: CostKeys, cards: readonly ChangedCard[]): Item[] {
  const numbers = {
    present: numbersIn(cards.map(({ seq }) => seq)),
    former: numbersIn(cards.map(({ former }) => former)),
  };
  const [present, former] = [presentContents(numbers.present), formerContents(numbers.former)];
  const related = relatedChanges(actor, keys, numbers);
  const labels = labelChanges(actor, numbers);
  const hidden = hiddenKeys(
    actor,
    keys.cards,
    cards.map(({ id }) => id),
  );
  return cards.map((card) => {
    const { change, id, type } = card;
    const before = former.get(card.former ?? 0);
    const after = present.get(card.seq ?? 0);
    const hiddenHere = hidden(id, type);
    const visibleCosts = (keys.cards[type] ?? []).filter((key) => !hiddenHere.includes(key));
    const [old, now] = [costOf(before, visibleCosts), costOf(after, visibleCosts)];
    const relations = related(card);
    return {
      ...{ change, id, type, name: (after ?? before)?.name ?? "" },
      changes: [...withParents(fieldChanges(before, after, hiddenHere), before, after), ...labels(card)],
      costs: visibleCosts.length === 0 ? null : { old, new: now, difference: now - old },
      relations: relations.slice(0, MAX_RELATIONS),
      more_relations: Math.max(0, relations.length - MAX_RELATIONS),
    };
  });
}

/** The comparison of two states: the schema `main` is the later one, `former` the earlier one. */
import type { Actor } from "../../core/access/actor";
import { invalid } from "../../http/errors";
import { entriesOf } from "../../http/query";
import { oneDecimal } from "../../platform/rounding";
import type { CardFilters } from "../cards";
import type { Figure } from "../reports";
import { type ChangedCard, changedCards, changes, matchingNumbers } from "./changed-cards";
import { type ChangedRelation, changedRelations, endsOf } from "./changed-relations";
import { type CostKeys, costKeys, together } from "./cost-keys";
import { type Item, itemsOf } from "./items";
import type { Comparison } from "./model";

/** The part of a comparison that is read in the earlier state. */
export type FormerSide = { matching: string; costKeys: CostKeys };

/** Returns what a comparison must know of the earlier state. @throws Problem as `matchingNumbers` */
export const formerSide = (actor: Actor, { filters }: ComparisonRequest): FormerSide => ({
  matching: matchingNumbers(actor, filters),
  costKeys: costKeys(),
});

/** The request for a comparison: of which cards, and which of their changes. */
export type ComparisonRequest = { filters: CardFilters; change?: string | undefined };

/** Two states with the cards that differ between them, whose contents are read as they are needed. */
export type Difference = {
  cards: ChangedCard[];
  relations: ChangedRelation[];
  items: (from: number, to: number) => Item[];
};

const keyOf = ({ figure, of }: Figure) => `${figure} ${of}`;

/** Returns the figures of both states; one that only one of them has is 0 in the other. */
export function comparedFigures(former: readonly Figure[], present: readonly Figure[]): Comparison["figures"] {
  const olds = new Map(former.map((one) => [keyOf(one), one.value]));
  const news = new Map(present.map((one) => [keyOf(one), one.value]));
  const all = new Map([...present, ...former].map((one) => [keyOf(one), one]));
  return [...all].map(([key, { figure, of }]) => {
    const [old, now] = [olds.get(key) ?? 0, news.get(key) ?? 0];
    const difference = now - old;
    return {
      figure,
      of,
      old,
      new: now,
      difference: Number.isInteger(difference) ? difference : oneDecimal(difference),
    };
  });
}

/** @throws Problem 422 for what is no way to differ */
function requestedChanges(asked: string | undefined): ReadonlySet<string> {
  const named = entriesOf(asked) ?? changes;
  const unknown = named.find((name) => !(changes as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw invalid(["query", "change"], `must be some of ${changes.join(", ")}`, "value_error", unknown);
  return new Set(named);
}

/**
 * Compares the two states.
 * @param today the costs of today
 * @throws Problem 422 for an invalid combination of filters, 403 for costs that the actor may not see
 */
export function difference(actor: Actor, asked: ComparisonRequest, former: FormerSide, today: CostKeys): Difference {
  const wanted = requestedChanges(asked.change);
  const keys = together([former.costKeys, costKeys(), today]);
  const relations = changedRelations(actor, keys);
  const matching = { present: matchingNumbers(actor, asked.filters), former: former.matching };
  const cards = changedCards(actor, keys, { matching, related: endsOf(relations) }).filter(({ change }) =>
    wanted.has(change),
  );
  return {
    cards,
    relations: relationsAmong(relations, cards),
    items: (from, to) => itemsOf(actor, keys, cards.slice(from, to)),
  };
}

/** Returns the relations that have one of the cards at an end. */
function relationsAmong(relations: readonly ChangedRelation[], cards: readonly ChangedCard[]): ChangedRelation[] {
  const present = new Set(cards.map(({ seq }) => seq));
  const former = new Set(cards.map(({ former: seq }) => seq));
  return relations.filter(({ change, source, target }) => {
    const listed = change === "removed" ? former : present;
    return listed.has(source) || listed.has(target);
  });
}

/** Counts things that differ, by type, for each way to differ. */
function countsOf<Way extends string>(all: readonly { type: string; change: Way }[], ways: readonly Way[]) {
  const byType = [...Map.groupBy(all, ({ type }) => type)].sort(([one], [other]) => (one < other ? -1 : 1));
  return byType.map(([type, of]) => {
    const counts = ways.map((way) => [way, of.filter(({ change }) => change === way).length] as const);
    return { type, ...(Object.fromEntries(counts) as Record<Way, number>) };
  });
}

/** A page of a comparison, without the instants and the figures. */
export type ComparisonPage = Omit<Comparison, "from" | "to" | "known_since" | "figures">;

/** Returns a page of a comparison. */
export function comparisonPage(
  { cards, relations, items }: Difference,
  { page, page_size }: { page: number; page_size: number },
): ComparisonPage {
  return {
    types: countsOf(cards, changes),
    relations: countsOf(relations, ["added", "changed", "removed"]),
    items: items((page - 1) * page_size, page * page_size),
    total: cards.length,
    page,
    page_size,
  };
}

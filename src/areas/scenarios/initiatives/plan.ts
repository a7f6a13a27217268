/** Planning changes of a scenario as initiatives: which cards they concern, and the dates that these get. */
import { lifecyclesInPresent } from "../../../../db/scenarios";
import { backgroundTask } from "../../../core/threads/tasks";
import { type CardState, type Fact, factsOf } from "./facts";
import { type Knowledge, type StayingChange, takesAway, type Verdict, verdictsOf } from "./verdicts";

/** An initiative as far as its changes go: days as in 2026-01-31. */
export type Group = { start_date: string; end_date: string; changes: readonly string[] };

/** The outcomes for a card. `affected` is one of which only changes are left in the scenario. */
export const OUTCOMES = ["added", "retired", "changed", "affected"] as const;

type Lifecycle = Record<string, unknown>;

/** A card that an initiative concerns. */
export type PlannedCard = {
  card_id: string;
  name: string;
  type: string;
  outcome: (typeof OUTCOMES)[number];
  /** The life cycle that it gets; null where it stays as it is. */
  lifecycle: Lifecycle | null;
  /** True when the scenario itself gave the dates. */
  is_given: boolean;
  change_id: string;
};

/** The cards that an initiative concerns, and its changes that stay in the scenario. */
type PlannedGroup = { cards: PlannedCard[]; staying: (StayingChange & { names: string[] })[] };

/** The plan of all initiatives: `made` changes are made as they are, those `without` count as merged without being made. */
export type Road = { groups: PlannedGroup[]; made: string[]; without: string[] };

type Input = { groups: readonly Group[]; today: string };

const DAY = /^\d{4}-\d\d-\d\d/;
const daysIn = (lifecycle: Lifecycle) =>
  Object.values(lifecycle).flatMap((date) => (typeof date === "string" && DAY.test(date) ? date.slice(0, 10) : []));

/** Checks whether a life begins after a day. */
function beginsAfter(day: string, lifecycle: string | null): boolean {
  const days = daysIn(JSON.parse(lifecycle ?? "{}") ?? {});
  return days.length > 0 && days.every((one) => one > day);
}

/** The life cycles of cards in the landscape, by id; a card that the landscape lacks has none. */
type Present = ReadonlyMap<string, string | null>;

function knowledgeOf(facts: readonly Fact[], { groups, today }: Input, present: Present): Knowledge {
  const groupOf = new Map(groups.flatMap(({ changes }, at) => changes.map((change) => [change, at] as const)));
  const createdIn = new Map(
    facts.flatMap(({ card, kind, change_id }) =>
      card && kind === "created" ? [[card.id, groupOf.get(change_id)] as const] : [],
    ),
  );
  return {
    isNew: (card) => {
      const lifecycle = present.get(card);
      return lifecycle === undefined || beginsAfter(today, lifecycle);
    },
    isCreatedWith: (change, card) => createdIn.has(card) && createdIn.get(card) === groupOf.get(change),
  };
}

/** Returns what becomes of a card by an entry of a change; undefined when it isn't one of its life. */
function outcomeOf(fact: Fact, verdict: Verdict | undefined): PlannedCard["outcome"] | undefined {
  const { kind, fields } = fact;
  if (verdict?.kind === "retires") return takesAway(fact) ? "retired" : undefined;
  if (verdict?.kind === "stays") return kind === "updated" && fields.length === 0 ? undefined : "affected";
  if (kind === "created") return "added";
  if (fields.includes("lifecycle")) return "changed";
  return fields.length > 0 ? "affected" : undefined;
}

const RANKS = ["affected", "changed", "added", "retired"];

/** Returns the cards that the changes of an initiative concern, each once, without those that they take away again. */
function cardsIn(facts: readonly Fact[], verdicts: ReadonlyMap<string, Verdict>) {
  const cards = new Map<string, Omit<PlannedCard, "lifecycle" | "is_given">>();
  for (const fact of facts) {
    const { card, change_id } = fact;
    const verdict = verdicts.get(change_id);
    if (!card) continue;
    const before = cards.get(card.id);
    if (verdict?.kind === "made" && takesAway(fact)) {
      cards.delete(card.id);
      continue;
    }
    const outcome = outcomeOf(fact, verdict);
    const latest = verdict?.kind === "made" ? card.name : (before?.name ?? card.name);
    if (before) before.name = latest;
    if (!outcome || (before && RANKS.indexOf(before.outcome) >= RANKS.indexOf(outcome))) continue;
    cards.set(card.id, { card_id: card.id, name: latest, type: card.type, outcome, change_id });
  }
  return [...cards.values()];
}

/** Maps card → the life cycle that changes which are made give it. */
function givenLives(facts: readonly Fact[], verdicts: ReadonlyMap<string, Verdict>): Map<string, Lifecycle> {
  const given = new Map<string, Lifecycle>();
  for (const { card, kind, fields, change_id } of facts) {
    const { lifecycle = {} } = card?.is ?? ({} as Partial<CardState>);
    const isGiven = kind === "created" ? daysIn(lifecycle).length > 0 : fields.includes("lifecycle");
    if (card && isGiven && verdicts.get(change_id)?.kind === "made") given.set(card.id, lifecycle);
  }
  return given;
}

/** Returns a function that gives cards their dates; it remembers those that an earlier initiative gave. */
function datesOf(given: ReadonlyMap<string, Lifecycle>, present: Present) {
  const planned = new Map<string, Lifecycle>();
  const lifeOf = (id: string): Lifecycle =>
    planned.get(id) ?? given.get(id) ?? (JSON.parse(present.get(id) ?? "{}") as Lifecycle | null) ?? {};
  const plan = (id: string, lifecycle: Lifecycle) => {
    planned.set(id, lifecycle);
    return { lifecycle, is_given: false };
  };
  return (id: string, outcome: PlannedCard["outcome"], { start_date, end_date }: Group) => {
    const own = given.get(id);
    if (outcome === "added")
      return own
        ? { lifecycle: own, is_given: true }
        : plan(id, { plan: start_date, phaseIn: start_date, active: end_date });
    if (outcome === "retired")
      return own?.["phaseOut"] || own?.["endOfLife"]
        ? { lifecycle: own, is_given: true }
        : plan(id, { ...lifeOf(id), phaseOut: start_date, endOfLife: end_date });
    return { lifecycle: outcome === "changed" ? (own ?? null) : null, is_given: outcome === "changed" };
  };
}

/** Plans the changes of initiatives in a scenario that is open. */
function planRoad(input: Input): Road {
  const { groups } = input;
  const { facts, names } = factsOf(new Set(groups.flatMap(({ changes }) => changes)));
  const present = lifecyclesInPresent([...names.keys()]);
  const verdicts = verdictsOf(facts, knowledgeOf(facts, input, present));
  const ofKind = (kind: Verdict["kind"]) =>
    groups.flatMap(({ changes }) => changes.filter((id) => (verdicts.get(id)?.kind ?? "made") === kind));
  const dates = datesOf(givenLives(facts, verdicts), present);
  const created = new Set(
    facts.flatMap(({ card, kind, change_id }) =>
      card && kind === "created" && verdicts.get(change_id)?.kind === "made" ? card.id : [],
    ),
  );
  const byChange = Map.groupBy(facts, ({ change_id }) => change_id);
  return {
    groups: groups.map((group) => {
      const chosen = new Set(group.changes);
      const own = facts.filter(({ change_id }) => chosen.has(change_id));
      return {
        cards: cardsIn(own, verdicts)
          .filter(({ card_id, outcome }) => outcome !== "affected" || present.has(card_id) || created.has(card_id))
          .map((card) => ({ ...card, ...dates(card.card_id, card.outcome, group) })),
        staying: group.changes.flatMap((change_id) => {
          const verdict = byChange.has(change_id) ? verdicts.get(change_id) : undefined;
          if (verdict?.kind !== "stays") return [];
          const { reason, cards, fields } = verdict;
          return [{ change_id, reason, cards, fields, names: cards.map((id) => names.get(id) ?? id) }];
        }),
      };
    }),
    made: ofKind("made"),
    without: ofKind("retires"),
  };
}

/** Plans changes of a scenario as initiatives: over its database, with the present attached. */
export const planningRoad = backgroundTask("scenarios.plan", planRoad);

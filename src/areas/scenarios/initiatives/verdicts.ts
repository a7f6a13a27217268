/**
 * The verdicts about changes that are planned: a change is made as it is where nothing that stands today differs, a card that it
 * retires only gets the end of its life, and what has no date stays in the scenario.
 */
import type { Fact } from "./facts";

/** The reasons for which a change stays in the scenario. */
export const REASONS = ["fields", "relation", "part", "elsewhere", "mixed"] as const;
type Reason = (typeof REASONS)[number];

/** A change that stays in the scenario, with the cards and the fields that it is because of. */
export type StayingChange = { change_id: string; reason: Reason; cards: string[]; fields: string[] };

/** The verdict about a change. */
export type Verdict = { kind: "made" } | { kind: "retires" } | ({ kind: "stays" } & Omit<StayingChange, "change_id">);

/** The knowledge about cards that goes beyond one change. */
export type Knowledge = {
  /** Checks whether a card doesn't stand in the landscape yet. */
  isNew: (card: string) => boolean;
  /** Checks whether the initiative of a change also creates a card. */
  isCreatedWith: (change: string, card: string) => boolean;
};

const ARCHIVED = "ARCHIVED";

/** Checks whether an entry takes a card away: archives or deletes it. */
export const takesAway = ({ card }: Fact): boolean =>
  card?.was !== undefined && card.was.status !== ARCHIVED && (card.is === undefined || card.is.status === ARCHIVED);

/** Checks whether an entry brings back a card that was archived. */
const bringsBack = ({ card }: Fact): boolean => card?.was?.status === ARCHIVED && card.is?.status === "ACTIVE";

/** Returns the cards that changes retire, and those that they retire first and bring back later. */
function takenAway(facts: readonly Fact[], known: Knowledge) {
  const retired = new Set<string>();
  const restored = new Set<string>();
  for (const fact of facts) {
    const id = fact.card?.id ?? "";
    if (takesAway(fact) && !known.isCreatedWith(fact.change_id, id)) retired.add(id);
    if (bringsBack(fact) && retired.delete(id)) restored.add(id);
  }
  return { retired, restored };
}

type TakenAway = ReturnType<typeof takenAway>;

const MADE: Verdict = { kind: "made" };
const RETIRES: Verdict = { kind: "retires" };
const stays = (reason: Reason, { cards, fields }: Pick<Fact, "cards" | "fields">): Verdict => ({
  kind: "stays",
  reason,
  cards,
  fields,
});

/** Returns the verdict about an entry of a card. */
function ofCard(fact: Fact, known: Knowledge, { retired, restored }: TakenAway): Verdict | undefined {
  const { card, kind, fields, change_id } = fact;
  if (!card || kind === "created") return MADE;
  if (known.isCreatedWith(change_id, card.id)) return MADE;
  if (takesAway(fact)) return fields.every((field) => field === "status") ? RETIRES : stays("mixed", fact);
  if (restored.has(card.id) && bringsBack(fact)) return RETIRES;
  if (kind === "deleted") return retired.has(card.id) ? RETIRES : stays("fields", fact);
  if (fields.length === 0) return undefined;
  if (known.isNew(card.id) || fields.every((field) => field === "lifecycle")) return MADE;
  // A card stays below one that ends, until it has ended.
  const isLeftBehind = fields.every((field) => field === "parent_id") && retired.has(card.was?.parent_id ?? "");
  return isLeftBehind ? RETIRES : stays("fields", fact);
}

/** Returns the verdict about an entry of another table. @param own the cards that its change takes away */
function ofOther(fact: Fact, known: Knowledge, { retired }: TakenAway, own: ReadonlySet<string>): Verdict | undefined {
  const { cards, table, kind, fields } = fact;
  if (kind === "updated" && fields.length === 0) return undefined;
  if (cards.length === 0) return stays("elsewhere", fact);
  const isLostWith = (lost: ReadonlySet<string>) => cards.some((card) => lost.has(card) && retired.has(card));
  if (kind !== "created" && isLostWith(own)) return RETIRES;
  if (cards.some(known.isNew)) return MADE;
  if (kind === "deleted" && isLostWith(retired)) return RETIRES;
  return stays(table === "relations" ? "relation" : "part", fact);
}

function ofChange(facts: readonly Fact[], known: Knowledge, taken: TakenAway): Verdict {
  const own = new Set(facts.filter(takesAway).flatMap(({ cards }) => cards));
  const verdicts = facts.flatMap(
    (fact) => (fact.card ? ofCard(fact, known, taken) : ofOther(fact, known, taken, own)) ?? [],
  );
  const left = verdicts.find(({ kind }) => kind === "stays");
  if (left) return left;
  const retires = verdicts.some(({ kind }) => kind === "retires");
  if (!retires) return MADE;
  const isMixed = verdicts.some(({ kind }) => kind === "made");
  return isMixed ? stays("mixed", { cards: [...own], fields: [] }) : RETIRES;
}

/** Maps change → its verdict. */
export function verdictsOf(facts: readonly Fact[], known: Knowledge): Map<string, Verdict> {
  const byChange = Map.groupBy(facts, ({ change_id }) => change_id);
  let counted = facts;
  for (;;) {
    const taken = takenAway(counted, known);
    const verdicts = new Map([...byChange].map(([id, own]) => [id, ofChange(own, known, taken)]));
    // A change that stays retires nothing, so that more may have to stay.
    const others = counted.filter(({ change_id }) => verdicts.get(change_id)?.kind !== "stays");
    if (others.length === counted.length) return verdicts;
    counted = others;
  }
}

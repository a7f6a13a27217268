/** Initiatives of a scenario: its changes get dates in the landscape, and each group of them a card of its own. */
import type { Actor } from "../../../core/access/actor";
import { mergePlanned } from "../../../core/scenarios/merge";
import type { MergePlan, PlannedCall } from "../../../core/scenarios/merging";
import type { ScenarioRow } from "../../../core/scenarios/rows";
import { theScenarios } from "../../../core/scenarios/scenarios";
import { invalid } from "../../../http/errors";
import { now, today } from "../../../platform/clock";
import { freshId, newId, withIds } from "../../../platform/ids";
import { metamodel } from "../../metamodel";
import { INITIATIVE } from "../../ppm";
import { sentenceOf, serializeObstacles } from "../changes";
import type { InitiativesResult, NewInitiatives } from "../model";
import { type PlannedCard, planningRoad, type Road } from "./plan";

type NewInitiative = NewInitiatives["initiatives"][number];

/** Cards that get dates or relations at once. */
const MAX_CARDS = 2_000;

/** Relation types that lead to an initiative, and name who owns or supports it. */
const OF_PEOPLE = ["relOrgToInitiative", "relProviderToInitiative"];

/** The relation type between an initiative and a card that it concerns. */
type Link = { key: string; isFromInitiative: boolean };

/** Returns the first relation type from initiatives to a card type, or else from that to initiatives; undefined without any. */
function linkTo(type: string): Link | undefined {
  if (type === INITIATIVE) return undefined;
  const usable = [...metamodel().relationTypes.values()].filter(
    ({ is_hidden, key }) => !is_hidden && !OF_PEOPLE.includes(key),
  );
  const leads = (source: string, target: string) =>
    usable.find(({ source_type_key, target_type_key }) => source_type_key === source && target_type_key === target);
  const [from, to] = [leads(INITIATIVE, type), leads(type, INITIATIVE)];
  const found = from ?? to;
  return found && { key: found.key, isFromInitiative: found === from };
}

type Call = Pick<PlannedCall, "because" | "operation" | "url" | "body"> & { params?: Record<string, string> };

/** Returns a call with the seed of the ids that it creates. */
const called = (at: string, { params = {}, ...call }: Call, seed: string = freshId()): PlannedCall => ({
  ...call,
  seed,
  at,
  params,
});

/** Returns the call that creates the card of an initiative. */
const creation = ({ name, subtype, parent_id, start_date, end_date }: NewInitiative): Call => ({
  because: null,
  operation: "post /cards",
  url: "/api/v1/cards",
  body: {
    type: INITIATIVE,
    name,
    subtype,
    parent_id,
    attributes: { startDate: start_date, endDate: end_date },
    lifecycle: { active: start_date, endOfLife: end_date },
  },
});

/** Returns the call that gives a card its life cycle. */
const dating = ({ card_id, change_id, lifecycle }: PlannedCard): Call => ({
  because: change_id,
  operation: "patch /cards/{card_id}",
  url: `/api/v1/cards/${card_id}`,
  params: { card_id },
  body: { lifecycle },
});

/** Returns the call that relates an initiative to a card that it concerns. */
const relating = (initiative: string, { card_id, change_id }: PlannedCard, { key, isFromInitiative }: Link): Call => {
  const [source_id, target_id] = isFromInitiative ? [initiative, card_id] : [card_id, initiative];
  const body = { type: key, source_id, target_id };
  return { because: change_id, operation: "post /relations", url: "/api/v1/relations", body };
};

/** Returns the calls of an initiative. @param seed the one of its card's id */
function callsOf(asked: NewInitiative, cards: readonly PlannedCard[], at: string, seed: string): PlannedCall[] {
  const initiative = withIds(seed, at, newId);
  const dated = cards.filter(({ lifecycle, is_given }) => lifecycle && !is_given);
  const related = cards.flatMap((card) => {
    const link = linkTo(card.type);
    return link ? relating(initiative, card, link) : [];
  });
  return [called(at, creation(asked), seed), ...[...dated.map(dating), ...related].map((call) => called(at, call))];
}

/** The plan of a merge, with what becomes of each card, and the ids of the initiatives' cards: null for one without a dated change. */
type RoadPlan = MergePlan & { road: Road; cardIds: (string | null)[] };

async function planOf(actor: Actor, scenario: ScenarioRow, initiatives: readonly NewInitiative[]): Promise<RoadPlan> {
  const groups = initiatives.map(({ start_date, end_date, changes }) => ({ start_date, end_date, changes }));
  const road = await theScenarios().ask(scenario, actor.userId, planningRoad, { groups, today: today() });
  const count = road.groups.reduce((sum, { cards }) => sum + cards.length, 0);
  if (count > MAX_CARDS)
    throw invalid(["body", "initiatives"], `must concern at most ${MAX_CARDS} cards together; these concern ${count}`);
  const { made, without } = road;
  const used = new Set([...made, ...without]);
  const at = now();
  const seeds = initiatives.map(({ changes }) => (changes.some((id) => used.has(id)) ? freshId() : null));
  return {
    made,
    without,
    calls: initiatives.flatMap((asked, place) => {
      const seed = seeds[place];
      return seed ? callsOf(asked, road.groups[place]?.cards ?? [], at, seed) : [];
    }),
    road,
    cardIds: seeds.map((seed) => seed && withIds(seed, at, newId)),
  };
}

/** @throws Problem 422 when a change is named twice */
function changesIn(initiatives: readonly NewInitiative[]) {
  const seen = new Set<string>();
  return initiatives.flatMap(({ changes }, place) =>
    changes.map((id, at) => {
      const where = ["initiatives", place, "changes", at];
      if (seen.has(id)) throw invalid(["body", ...where], "must be a change that no other place names");
      seen.add(id);
      return { id, place: where };
    }),
  );
}

const cardOf = ({ change_id: _, ...card }: PlannedCard) => ({ ...card, relation_type: linkTo(card.type)?.key ?? null });

/** Plans changes of a scenario as initiatives of the landscape. @throws Problem 404, 403, 409, 422, 429, 503 */
export async function planInitiatives(
  actor: Actor,
  id: string,
  { initiatives, dry_run }: NewInitiatives,
  signal: AbortSignal,
): Promise<InitiativesResult> {
  const changes = changesIn(initiatives);
  const sentences = new Map<string, string>();
  const { plan, merged, batch_id, obstacles } = await mergePlanned(
    actor,
    id,
    {
      changes,
      tool: "Plan",
      isDryRun: dry_run,
      planOf: (scenario, rows) => {
        for (const row of rows) sentences.set(row.id, sentenceOf(row));
        return planOf(actor, scenario, initiatives);
      },
    },
    signal,
  );
  const is_planned = !dry_run && merged > 0;
  return {
    is_planned,
    merged,
    batch_id: is_planned ? batch_id : null,
    obstacles: serializeObstacles(actor, obstacles),
    initiatives: initiatives.map(({ name, start_date, end_date }, place) => ({
      card_id: is_planned ? (plan.cardIds[place] ?? null) : null,
      name,
      start_date,
      end_date,
      cards: plan.road.groups[place]?.cards.map(cardOf) ?? [],
      staying:
        plan.road.groups[place]?.staying.map(({ change_id, reason, names, fields }) => ({
          change_id,
          sentence: sentences.get(change_id) ?? "",
          reason,
          names,
          fields,
        })) ?? [],
    })),
  };
}

/** The cards that are affected when a card fails, is retired or changes. */
import { inList, listOf, statement } from "../../../db";
import { currentPhase } from "../../../db/query";
import { type Actor, may } from "../../core/access/actor";
import { notFound } from "../../http/errors";
import { columns } from "../../http/tables";
import { today } from "../../platform/clock";
import { affectedCards, affectingTypes, type ImpactQuery, lastSteps, MAX_CARDS, type Step } from "./affected";
import { costFieldsOf, finite } from "./fields";
import { impactFilter } from "./impact-filter";
import { fragment, grouped, rowsOf } from "./rows";
import type { Report } from "./table";

/** The attributes that measure how much depends on a card; a card type has one of them. */
const CRITICALITIES = ["businessCriticality", "criticality", "strategicImportance", "riskLevel"];

type Card = {
  seq: number;
  id: string;
  name: string;
  type: string;
  subtype: string | null;
  criticality: string | null;
  phase: string | null;
  lifecycle: string | null;
  attributes: string | null;
};

/** Maps number → the description of a card. @param day when its phase is asked for */
function listCards(numbers: string, day: string): Map<number, Card> {
  const phase = currentPhase(day);
  const criticality = `CAST(coalesce(${CRITICALITIES.map((key) => `c.attributes ->> '$.${key}'`).join(", ")}) AS TEXT)`;
  const rows = statement<Card>(
    `SELECT c.seq, c.id, c.name, c.type, c.subtype, ${criticality} AS criticality, ${phase.sql} AS phase, c.lifecycle, c.attributes
     FROM cards c WHERE ${inList("c.seq")}`,
  ).all(...phase.values, numbers);
  return new Map(rows.map((card) => [card.seq, card]));
}

type Owner = { user_id: string; display_name: string; role: string };

/** Maps number of a card → who has a part in it that is more than observing. */
function ownersOf(numbers: string): Map<number, Owner[]> {
  const rows = rowsOf<[number, string, string, string]>(
    fragment(
      `SELECT c.seq, u.id, u.display_name, s.role FROM cards c JOIN stakeholders s ON s.card_id = c.id
       JOIN users u ON u.id = s.user_id WHERE ${inList("c.seq")} AND s.role <> 'observer'
       ORDER BY c.seq, s.role, u.display_name, u.id`,
      numbers,
    ),
  );
  return grouped(rows.map(([seq, user_id, display_name, role]) => [seq, { user_id, display_name, role }]));
}

/** Maps number of a card → the organizations that own it, as relations with `usageType` say. */
function owningOrganizations(numbers: string): Map<number, { id: string; name: string }[]> {
  const owned = (card: string, organization: string) =>
    `SELECT r.${card} AS seq, o.id, o.name FROM json_each(?1) wanted CROSS JOIN relations r ON r.${card} = wanted.value
     JOIN cards o ON o.seq = r.${organization}
     WHERE o.type = 'Organization' AND o.status = 'ACTIVE' AND r.attributes ->> '$.usageType' = 'owner'`;
  const rows = rowsOf<[number, string, string]>(
    fragment(
      `SELECT DISTINCT seq, id, name FROM (${owned("target_seq", "source_seq")} UNION ALL ${owned("source_seq", "target_seq")})
       ORDER BY seq, name, id`,
      numbers,
    ),
  );
  return grouped(rows.map(([seq, id, name]) => [seq, { id, name }]));
}

/** Returns the sum of a card's costs. */
function costOf({ type, attributes }: Card): number {
  const values = attributes === null ? {} : (JSON.parse(attributes) as Record<string, unknown>);
  const costs = costFieldsOf(type).map((key) => values[key]);
  return finite(costs.reduce<number>((sum, cost) => sum + (typeof cost === "number" ? cost : 0), 0));
}

const identity = ({ id, name, type }: Card) => ({ id, name, type });

/** Returns the way to an affected card: what is passed, and the relations by which each depends on the one before. */
function pathTo(card: Card, cards: ReadonlyMap<number, Card>, steps: ReadonlyMap<number, Step[]>): object[] {
  const step = steps.get(card.seq)?.[0];
  if (!step) return [];
  const { cause, ...relation } = step;
  return [...pathTo(cards.get(cause) as Card, cards, steps), { ...identity(card), ...relation }];
}

type Item = { depth: number; type: string; cost: number | null };

/** Returns the affected cards at each distance: how many of which type, and what they cost. */
function countByDepth(items: readonly Item[], showsCosts: boolean) {
  return [...Map.groupBy(items, ({ depth }) => depth)].map(([depth, of]) => {
    const types = [...Map.groupBy(of, ({ type }) => type)];
    const by_type = types.map(([type, { length: count }]) => ({ type, count }));
    const cost = showsCosts ? finite(of.reduce((sum, item) => sum + (item.cost ?? 0), 0)) : null;
    return { depth, count: of.length, cost, by_type: by_type.toSorted((one, other) => other.count - one.count) };
  });
}

/** The filter of the items; the counts are of all. */
type ItemsQuery = { items_depth?: number | undefined; where?: string | undefined; search?: string | undefined };

/**
 * Returns the cards that depend on a card, or that it depends on, directly or through others, each with the shortest way
 * that explains it.
 * @throws Problem 404 for a card that isn't active, 422 for a filter that can't be parsed
 */
export function impact(actor: Actor, query: ImpactQuery & ItemsQuery): Report {
  const isWanted = impactFilter(query);
  const types = affectingTypes(query.direction);
  const found = affectedCards(query, types);
  if (found.length === 0) throw notFound("Card");
  const reported = found.slice(0, MAX_CARDS + 1);
  const numbers = listOf(reported.map(({ seq }) => seq));
  const day = query.at ?? today();
  const cards = listCards(numbers, day);
  const owners = ownersOf(numbers);
  const organizations = owningOrganizations(numbers);
  const steps = lastSteps(reported, types);
  const showsCosts = may(actor, "costs.view");
  const [card, ...items] = reported.map(({ seq, depth }) => {
    const own = cards.get(seq) as Card;
    const { subtype, criticality, phase, lifecycle } = own;
    const causes = (steps.get(seq) ?? []).map(({ cause, ...relation }) => ({
      id: (cards.get(cause) as Card).id,
      ...relation,
    }));
    return {
      ...identity(own),
      subtype,
      depth,
      criticality,
      phase,
      lifecycle: lifecycle === null ? null : JSON.parse(lifecycle),
      cost: showsCosts ? costOf(own) : null,
      owners: owners.get(seq) ?? [],
      organizations: organizations.get(seq) ?? [],
      causes,
      path: pathTo(own, cards, steps),
    };
  });
  const total_cost = showsCosts ? finite(items.reduce((sum, { cost }) => sum + (cost ?? 0), 0)) : null;
  const near = items.filter((item) => item.depth <= (query.items_depth ?? item.depth) && isWanted(item));
  const by_depth = countByDepth(items, showsCosts);
  const truncated = found.length > reported.length;
  return {
    name: "impact",
    json: () => [JSON.stringify({ card, at: day, items: near, by_depth, total_cost, truncated })],
    columns: [
      ...columns("id", "name", "type", "subtype", "depth", "criticality", "phase", ...(showsCosts ? ["cost"] : [])),
      { header: "owners", value: ({ owners }) => (owners as Owner[]).map(({ display_name }) => display_name) },
      { header: "path", value: ({ path }) => (path as { name: string }[]).map(({ name }) => name).join(" → ") },
    ],
    rows: () => near,
  };
}

/** What is affected when a card fails, is retired or changes. */
import { inList, listOf } from "../../../db";
import { type Actor, may } from "../../core/access/actor";
import { notFound } from "../../http/errors";
import { columns } from "../../http/tables";
import { type Condition, currentPhase, livesAt, where } from "../cards";
import { affectedEnd, metamodel } from "../metamodel";
import { costFieldsOf, finite } from "./fields";
import { today } from "./population";
import { fragment, grouped, rowsOf } from "./rows";
import type { Report } from "./table";

/** Affected cards of one answer. */
const MOST_CARDS = 5_000;

/** The attributes that tell how much depends on a card; a card type has one of them. */
const CRITICALITIES = ["businessCriticality", "criticality", "strategicImportance", "riskLevel"];

type ImpactQuery = { card_id: string; depth: number; at?: string | undefined };
type Found = { seq: number; depth: number };

/** The numbers of the relation types at whose source, or target, cards are affected, as lists. */
function affectingTypes(): { source: string; target: string } {
  const types = [...metamodel().relationTypes.values()];
  const at = (end: "source" | "target") =>
    listOf(types.filter((type) => [end, "both"].includes(affectedEnd(type))).map(({ seq }) => seq));
  return { source: at("source"), target: at("target") };
}

type AffectingTypes = ReturnType<typeof affectingTypes>;

/** The affected cards and their distance, the nearest first, after the card itself; one more than allowed. */
function affectedCards({ card_id, depth, at }: ImpactQuery, types: AffectingTypes): Found[] {
  const alive: Condition = at === undefined ? where("TRUE") : livesAt(at);
  const step = (cause: string, affected: string) =>
    `SELECT c.seq, reach.depth + 1 FROM reach JOIN relations r ON r.${cause} = reach.seq CROSS JOIN cards c ON c.seq = r.${affected}
     WHERE reach.depth < ? AND ${inList("r.type_seq")} AND c.status = 'ACTIVE' AND ${alive.sql}`;
  return rowsOf<[number, number]>(
    fragment(
      `WITH RECURSIVE reach(seq, depth) AS (
         SELECT c.seq, 0 FROM cards c WHERE c.id = ? AND c.status = 'ACTIVE'
         UNION ${step("target_seq", "source_seq")} UNION ${step("source_seq", "target_seq")} LIMIT ?)
       SELECT seq, min(depth) FROM reach GROUP BY seq ORDER BY 2, 1 LIMIT ?`,
      card_id,
      ...[depth, types.source, ...alive.values],
      ...[depth, types.target, ...alive.values],
      (depth + 1) * (MOST_CARDS + 2),
      MOST_CARDS + 2,
    ),
  ).map(([seq, depth]) => ({ seq, depth }));
}

/** A step of a path: from the affected card to what it depends on, as the relation reads from there. */
type Step = { cause: number; relation_type: string; label: string };

/** Number of an affected card → the oldest relation that leads to it on a shortest way. */
function lastSteps(found: readonly Found[], types: AffectingTypes): Map<number, Step> {
  const step = (cause: string, affected: string, label: string) =>
    `SELECT f.seq, r.seq AS place, p.seq, y.key, ${label} FROM found f JOIN relations r ON r.${affected} = f.seq
     JOIN found p ON p.seq = r.${cause} AND p.depth = f.depth - 1 JOIN relation_types y ON y.seq = r.type_seq
     WHERE ${inList("r.type_seq")}`;
  const rows = rowsOf<[number, number, number, string, string]>(
    fragment(
      `WITH found AS MATERIALIZED (SELECT value ->> 0 AS seq, value ->> 1 AS depth FROM json_each(?))
       ${step("target_seq", "source_seq", "y.label")} UNION ALL
       ${step("source_seq", "target_seq", "coalesce(y.reverse_label, y.label)")} ORDER BY 1, 2 DESC`,
      JSON.stringify(found.map(({ seq, depth }) => [seq, depth])),
      types.source,
      types.target,
    ),
  );
  return new Map(rows.map(([seq, , cause, relation_type, label]) => [seq, { cause, relation_type, label }]));
}

type CardRow = [
  seq: number,
  id: string,
  name: string,
  type: string,
  subtype: string | null,
  criticality: string | null,
  phase: string | null,
  attributes: string | null,
];

/** What is told of each card. @param day when its phase is asked for */
function readCards(numbers: string, day: string): Map<number, CardRow> {
  const phase = currentPhase(day);
  const criticality = `CAST(coalesce(${CRITICALITIES.map((key) => `c.attributes ->> '$.${key}'`).join(", ")}) AS TEXT)`;
  const rows = rowsOf<CardRow>(
    fragment(
      `SELECT c.seq, c.id, c.name, c.type, c.subtype, ${criticality}, ${phase.sql}, c.attributes
       FROM cards c WHERE ${inList("c.seq")}`,
      ...phase.values,
      numbers,
    ),
  );
  return new Map(rows.map((row) => [row[0], row]));
}

type Owner = { user_id: string; display_name: string; role: string };

/** Number of a card → who has a part in it that is more than observing. */
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

/** The sum of a card's costs. */
function costOf([, , , type, , , , attributes]: CardRow): number {
  const values = attributes === null ? {} : (JSON.parse(attributes) as Record<string, unknown>);
  const costs = costFieldsOf(type).map((key) => values[key]);
  return finite(costs.reduce<number>((sum, cost) => sum + (typeof cost === "number" ? cost : 0), 0));
}

/**
 * The cards that depend on a card, directly or through others, each with the shortest way that explains it.
 * @throws Problem 404 for a card that isn't active
 */
export function impact(actor: Actor, query: ImpactQuery): Report {
  const types = affectingTypes();
  const found = affectedCards(query, types);
  if (found.length === 0) throw notFound("Card");
  const kept = found.slice(0, MOST_CARDS + 1);
  const numbers = listOf(kept.map(({ seq }) => seq));
  const day = query.at ?? today();
  const cards = readCards(numbers, day);
  const owners = ownersOf(numbers);
  const steps = lastSteps(kept, types);
  const showsCosts = may(actor, "costs.view");
  const identity = (seq: number) => {
    const [, id, name, type] = cards.get(seq) as CardRow;
    return { id, name, type };
  };
  const pathTo = (seq: number): object[] => {
    const step = steps.get(seq);
    if (!step) return [];
    const { cause, ...relation } = step;
    return [...pathTo(cause), { ...identity(seq), ...relation }];
  };
  const describe = ({ seq, depth }: Found) => {
    const card = cards.get(seq) as CardRow;
    const [, , , , subtype, criticality, phase] = card;
    const cost = showsCosts ? costOf(card) : null;
    return {
      ...identity(seq),
      subtype,
      depth,
      criticality,
      phase,
      cost,
      owners: owners.get(seq) ?? [],
      path: pathTo(seq),
    };
  };
  const [card, ...items] = kept.map(describe);
  const total_cost = showsCosts ? finite(items.reduce((sum, { cost }) => sum + (cost ?? 0), 0)) : null;
  return {
    name: "impact",
    json: () => JSON.stringify({ card, at: day, items, total_cost, truncated: found.length > kept.length }),
    columns: [
      ...columns("id", "name", "type", "subtype", "depth", "criticality", "phase", ...(showsCosts ? ["cost"] : [])),
      { header: "owners", value: ({ owners }) => (owners as Owner[]).map(({ display_name }) => display_name) },
      { header: "path", value: ({ path }) => (path as { name: string }[]).map(({ name }) => name).join(" → ") },
    ],
    rows: () => items,
  };
}

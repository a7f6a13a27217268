/** Finds the cards that depend on a card, and why. */
import { inList, listOf } from "../../../db";
import { type Condition, livesAt, where } from "../../../db/query";
import { affectedEnd, metamodel } from "../metamodel";
import { fragment, rowsOf } from "./rows";

/** Affected cards of one answer. */
export const MAX_CARDS = 5_000;

/** The card that is asked about, how far away others may be, and the date at which they must be there. */
export type ImpactQuery = {
  card_id: string;
  depth: number;
  direction: "downstream" | "upstream";
  at?: string | undefined;
};
/** An affected card. */
export type AffectedCard = { seq: number; depth: number };

/**
 * Returns the numbers of the relation types at whose source, or target, cards are affected, as lists; for what a card
 * depends on it is the other end.
 */
export function affectingTypes(direction: ImpactQuery["direction"]): { source: string; target: string } {
  const types = [...metamodel().relationTypes.values()];
  const at = (end: "source" | "target") =>
    listOf(types.filter((type) => [end, "both"].includes(affectedEnd(type))).map(({ seq }) => seq));
  const source = at("source");
  const target = at("target");
  return direction === "downstream" ? { source, target } : { source: target, target: source };
}

type AffectingTypes = ReturnType<typeof affectingTypes>;

/** Returns the affected cards and their distance, the nearest first, after the card itself; one more than allowed. */
export function affectedCards({ card_id, depth, at }: ImpactQuery, types: AffectingTypes): AffectedCard[] {
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
      (depth + 1) * (MAX_CARDS + 2),
      MAX_CARDS + 2,
    ),
  ).map(([seq, depth]) => ({ seq, depth }));
}

/** A step to an affected card: what it depends on, and the relation as it reads from the affected card. */
export type Step = { cause: number; relation_type: string; label: string };

/** Relations by which one card is affected, of one answer. */
const MAX_STEPS = 50;

/** Maps number of an affected card → the relations that lead to it on the shortest ways, oldest first. */
export function lastSteps(found: readonly AffectedCard[], types: AffectingTypes): Map<number, Step[]> {
  const step = (cause: string, affected: string, label: string) =>
    `SELECT f.seq, r.seq AS place, p.seq, y.key, ${label} FROM found f JOIN relations r ON r.${affected} = f.seq
     JOIN found p ON p.seq = r.${cause} AND p.depth = f.depth - 1 JOIN relation_types y ON y.seq = r.type_seq
     WHERE ${inList("r.type_seq")}`;
  const rows = rowsOf<[number, number, number, string, string]>(
    fragment(
      `WITH found AS MATERIALIZED (SELECT value ->> 0 AS seq, value ->> 1 AS depth FROM json_each(?))
       ${step("target_seq", "source_seq", "y.label")} UNION ALL
       ${step("source_seq", "target_seq", "coalesce(y.reverse_label, y.label)")} ORDER BY 1, 2`,
      JSON.stringify(found.map(({ seq, depth }) => [seq, depth])),
      types.source,
      types.target,
    ),
  );
  const steps = new Map<number, Step[]>();
  for (const [seq, , cause, relation_type, label] of rows) {
    const known = steps.get(seq);
    if (known === undefined) steps.set(seq, [{ cause, relation_type, label }]);
    else if (known.length < MAX_STEPS) known.push({ cause, relation_type, label });
  }
  return steps;
}

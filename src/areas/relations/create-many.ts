/** Many relations of one type, made together. */
import { inList, listOf, relationTypeNumber, statement } from "../../../db";
import { type Actor, deniedCards } from "../../core/access/actor";
import { relationType } from "../metamodel";
import { concludeChanges } from "./changes";
import * as rows from "./rows";
import { cardinalityObjection, MANAGE } from "./service";

/** The cards at the ends of a relation. */
export type Ends = { source_id: string; target_id: string };

const keyOf = ({ source_id, target_id }: Ends) => `${source_id} ${target_id}`;

/** Returns the ends of the relations of a type that lead from some cards. */
const existingFrom = (type: string, sourceIds: readonly string[]) =>
  statement<Ends, [string, string]>(
    `SELECT s.id AS source_id, t.id AS target_id FROM cards s
     JOIN relations r ON r.source_seq = s.seq AND r.type_seq = ${relationTypeNumber()} JOIN cards t ON t.seq = r.target_seq
     WHERE ${inList("s.id")}`,
  ).all(type, listOf(sourceIds));

/**
 * Creates relations of one type between cards of the types that it joins, and publishes them; part of the running transaction.
 * Passed over are those that exist, those of which the actor may manage neither end, and those that the relation type doesn't
 * allow.
 * @returns how many were created
 */
export function createRelations(actor: Actor, type: string, wanted: readonly Ends[]): number {
  const definition = relationType(type);
  if (!definition || wanted.length === 0) return 0;
  const ends = [...new Map(wanted.map((pair) => [keyOf(pair), pair])).values()];
  const present = new Set(existingFrom(type, [...new Set(ends.map(({ source_id }) => source_id))]).map(keyOf));
  const cards = [...new Set(ends.flatMap(({ source_id, target_id }) => [source_id, target_id]))];
  const denied = new Set(deniedCards(actor, MANAGE, cards, cards.length));
  const { cardinality } = definition;
  const created = ends
    .filter((pair) => !present.has(keyOf(pair)) && !(denied.has(pair.source_id) && denied.has(pair.target_id)))
    .filter(({ source_id, target_id }) => !cardinalityObjection(type, cardinality, source_id, target_id))
    .map((pair) => rows.createRelationRow({ type, ...pair, attributes: {}, description: null }));
  concludeChanges(
    actor,
    rows.findRelations(created).map((relation) => ({ type: "relation.created", relation })),
  );
  return created.length;
}

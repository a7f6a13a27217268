/** What the deletion of a card type or a relation type would do, told beforehand. */
import { inList, listOf, statement } from "../../../db";
import { stakeholderRolesByType } from "../../core/access/roles";
import { objectionToDeletion, requireCardType } from "./card-types";
import { concernedBy } from "./changes";
import type { CardTypeDeletion, RelationTypeDeletion } from "./model";
import { countRelations, newlyScored, relationTypesOf, requireRelationType } from "./relation-types";

/** Status → how many cards of a type have it. */
const cardsByStatus = (typeKey: string): Record<string, number> =>
  Object.fromEntries(
    statement<[status: string, count: number], [string]>(
      "SELECT status, sum(count) FROM card_counts WHERE type = ? GROUP BY status HAVING sum(count) > 0 ORDER BY status",
    ).values(typeKey) as unknown as [string, number][],
  );

/** Relation type → how many relations of it there are; of those of some types that have any. */
const relationCounts = (keys: readonly string[]): Map<string, number> =>
  new Map(
    statement<[string, number], [string]>(
      `SELECT type, count(*) FROM relations WHERE ${inList("type")} GROUP BY type`,
    ).values(listOf(keys)) as unknown as [string, number][],
  );

const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);

/**
 * What the deletion of a card type would do.
 * @throws Problem 404
 */
export function cardTypeDeletion(key: string): CardTypeDeletion {
  const type = requireCardType(key);
  const cards = cardsByStatus(key);
  const cardCount = sum(Object.values(cards));
  const objection = objectionToDeletion(type, cardCount);
  const relationTypes = relationTypesOf(key);
  const relations = relationCounts(relationTypes.map((one) => one.key));
  return {
    key,
    outcome: type.built_in ? "hidden" : objection ? "refused" : "deleted",
    reason: objection ?? null,
    card_count: cardCount,
    cards_by_status: cards,
    relation_types: relationTypes.map(({ key: relationKey, label, built_in }) => ({
      key: relationKey,
      label,
      built_in,
      instance_count: relations.get(relationKey) ?? 0,
    })),
    relation_count: sum(relations.values()),
    stakeholder_roles: [...(stakeholderRolesByType().get(key)?.values() ?? [])].map((role) => ({
      key: role.key,
      label: role.label,
    })),
    ...concernedBy({ kind: "card_type", key }),
  };
}

/**
 * What the deletion of a relation type would do.
 * @throws Problem 404
 */
export function relationTypeDeletion(key: string): RelationTypeDeletion {
  const type = requireRelationType(key);
  const instanceCount = countRelations(key);
  const cards = statement<{ count: number }, [string]>(
    `SELECT count(*) AS count FROM (
       SELECT source_id FROM relations WHERE type = ?1 UNION SELECT target_id FROM relations WHERE type = ?1)`,
  ).get(key);
  return {
    key,
    outcome: type.built_in ? "hidden" : "deleted",
    needs_force: instanceCount > 0,
    instance_count: instanceCount,
    card_count: cards?.count ?? 0,
    rescored_types: newlyScored(type, undefined),
    ...concernedBy({ kind: "relation_type", key }),
  };
}

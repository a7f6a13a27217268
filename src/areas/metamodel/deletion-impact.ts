/** The impact of deleting a card type or relation type. */
import { relationTypeNumber, statement } from "../../../db";
import { stakeholderRolesByType } from "../../core/access/roles";
import { objectionToDeletion, requireCardType } from "./card-types";
import { countDeletionImpact } from "./extension-points";
import type { CardTypeDeletion, RelationTypeDeletion } from "./model";
import {
  countRelations,
  countRelationsOf,
  relationTypesOf,
  requireRelationType,
  rescoredTypes,
} from "./relation-types";

/** Status → number of cards of a type. */
const cardsByStatus = (typeKey: string): Record<string, number> =>
  Object.fromEntries(
    statement<[string, number], [string]>(
      "SELECT status, sum(count) FROM card_counts WHERE type = ? GROUP BY status HAVING sum(count) > 0 ORDER BY status",
    ).values(typeKey) as unknown as [string, number][],
  );

const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);

/** Returns the impact of deleting a card type. @throws Problem 404 */
export function cardTypeDeletion(key: string): CardTypeDeletion {
  const type = requireCardType(key);
  const cards = cardsByStatus(key);
  const cardCount = sum(Object.values(cards));
  const objection = objectionToDeletion(type, cardCount);
  const relationTypes = relationTypesOf(key);
  const relations = countRelations(relationTypes.map((one) => one.key));
  const roles = stakeholderRolesByType().get(key)?.values() ?? [];
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
    stakeholder_roles: [...roles].map((role) => ({ key: role.key, label: role.label })),
    ...countDeletionImpact({ kind: "card_type", key }),
  };
}

/** Returns the impact of deleting a relation type. @throws Problem 404 */
export function relationTypeDeletion(key: string): RelationTypeDeletion {
  const type = requireRelationType(key);
  const instanceCount = countRelationsOf(key);
  const cards = statement<{ count: number }, [string]>(
    `SELECT count(*) AS count FROM (
       SELECT source_seq FROM relations WHERE type_seq = ${relationTypeNumber("?1")}
       UNION SELECT target_seq FROM relations WHERE type_seq = ${relationTypeNumber("?1")})`,
  ).get(key);
  return {
    key,
    outcome: type.built_in ? "hidden" : "deleted",
    needs_force: instanceCount > 0,
    instance_count: instanceCount,
    card_count: cards?.count ?? 0,
    rescored_types: rescoredTypes(type, undefined),
    ...countDeletionImpact({ kind: "relation_type", key }),
  };
}

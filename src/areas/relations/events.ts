/** Telling of relations: each change is told twice, once in the history of each end. */
import type { Author } from "../../core/journal/journal";
import { publish } from "../../core/journal/journal";
import { relationType } from "../metamodel";
import type { RelationWithEnds } from "./rows";

type What = "relation.created" | "relation.updated" | "relation.deleted";

/** What a relation held before it was changed or removed, for its rollback: not in the payload, as it may hold costs. */
const heldBy = (relation: RelationWithEnds) => ({
  attributes: relation.attributes === null ? null : (JSON.parse(relation.attributes) as unknown),
  description: relation.description,
  created_at: relation.created_at,
});

/**
 * Publishes what happened to a relation, for both of its ends; part of the running transaction.
 * @param relation as it is once made, and as it was before it is changed or removed
 * @param extra more fields of the payload, as `fields` of an update
 */
export function publishRelation(
  author: Author,
  what: What,
  relation: RelationWithEnds,
  extra: Record<string, unknown> = {},
): void {
  const type = relationType(relation.type);
  const label = type?.label ?? null;
  const reverse = type?.reverse_label ?? null;
  const both = {
    id: relation.id,
    type: relation.type,
    relation_label: label,
    relation_reverse_label: reverse,
    source_id: relation.source_id,
    target_id: relation.target_id,
    source_name: relation.source_name,
    target_name: relation.target_name,
    source_type: relation.source_type,
    target_type: relation.target_type,
  };
  const undo = what === "relation.created" ? undefined : heldBy(relation);
  const outgoing = label ?? relation.type;
  publish(author, {
    type: what,
    cardId: relation.source_id,
    undo,
    data: {
      ...both,
      direction: "outgoing",
      peer_id: relation.target_id,
      peer_name: relation.target_name,
      peer_type: relation.target_type,
      directional_label: outgoing,
      summary: `${outgoing} → ${relation.target_name || relation.target_id}`,
      ...extra,
    },
  });
  const incoming = reverse || label || relation.type;
  publish(author, {
    type: what,
    cardId: relation.target_id,
    undo,
    data: {
      ...both,
      direction: "incoming",
      peer_id: relation.source_id,
      peer_name: relation.source_name,
      peer_type: relation.source_type,
      directional_label: incoming,
      summary: `${incoming} ← ${relation.source_name || relation.source_id}`,
      ...extra,
    },
  });
}

/** Publishing events of relations: each change twice, once in the history of each end. */
import { type Author, type NewEvent, publishAll } from "../../core/journal/journal";
import { relationType } from "../metamodel";
import type { RelationPayload } from "./definitions";
import { attributesOf, type RelationWithEnds } from "./rows";

type RelationEvent = "relation.created" | "relation.updated" | "relation.deleted";

/** A change of a relation that is to be published. */
export type RelationChange = {
  type: RelationEvent;
  /** As it is once created, and as it was before it is updated or deleted. */
  relation: RelationWithEnds;
  /** The fields of an update; what the change follows from. */
  details?: Pick<RelationPayload, "fields" | "source"> | undefined;
};

/** Publishes changes of relations, each for both of its ends; part of the running transaction. */
export const publishRelations = (author: Author, changes: readonly RelationChange[]): void =>
  publishAll(author, changes.flatMap(eventsOf));

/** Works as `publishRelations`, for one change. */
export const publishRelation = (
  author: Author,
  type: RelationEvent,
  relation: RelationWithEnds,
  details?: RelationChange["details"],
): void => publishRelations(author, [{ type, relation, details }]);

/** Returns the events of a change of a relation, one for each end. */
function eventsOf({ type, relation, details = {} }: RelationChange): NewEvent<RelationEvent>[] {
  const { label = null, reverse_label = null } = relationType(relation.type) ?? {};
  // It is stored for the rollback and not part of the payload, as it may hold costs.
  const { description, created_at } = relation;
  const undo =
    type === "relation.created" ? undefined : { attributes: attributesOf(relation), description, created_at };
  const both = {
    id: relation.id,
    type: relation.type,
    relation_label: label,
    relation_reverse_label: reverse_label,
    source_id: relation.source_id,
    target_id: relation.target_id,
    source_name: relation.source_name,
    target_name: relation.target_name,
    source_type: relation.source_type,
    target_type: relation.target_type,
  };
  const payload = (near: "source" | "target"): RelationPayload => {
    const far = near === "source" ? "target" : "source";
    const peer = { peer_id: relation[`${far}_id`], peer_name: relation[`${far}_name`] };
    const directional_label = near === "source" ? (label ?? relation.type) : reverse_label || label || relation.type;
    return {
      ...both,
      direction: near === "source" ? "outgoing" : "incoming",
      ...peer,
      peer_type: relation[`${far}_type`],
      directional_label,
      summary: `${directional_label} ${near === "source" ? "→" : "←"} ${peer.peer_name || peer.peer_id}`,
      ...details,
    };
  };
  return [
    { type, cardId: relation.source_id, undo, data: payload("source") },
    { type, cardId: relation.target_id, undo, data: payload("target") },
  ];
}

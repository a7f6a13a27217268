/** The definitions of the area for all others: permissions, events. */
import { type CardPermissions, group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  relations: group("Relations", 20, {
    "relations.view": ["Read relations", "viewer"],
    "relations.manage": ["Create, change and remove relations", "member"],
  }),
} satisfies PermissionGroups;

export const cardPermissions = {
  "card.manage_relations": { allows: "Manage its relations", everywhere: "relations.manage" },
} as const satisfies CardPermissions;

/** The payload of a relation in the history of one of its ends; the peer is the card at the other end. */
export type RelationPayload = {
  id: string;
  type: string;
  relation_label: string | null;
  relation_reverse_label: string | null;
  source_id: string;
  target_id: string;
  source_name: string;
  target_name: string;
  source_type: string;
  target_type: string;
  direction: "outgoing" | "incoming";
  peer_id: string;
  peer_name: string;
  peer_type: string;
  directional_label: string;
  summary: string;
  /** Of an update: the fields that were given. */
  fields?: string[];
  /** The source of the change, if it is not a request for it. */
  source?: string;
};

const relationEvent = (by: string) => event<RelationPayload>("relations.view", { undo: { by } });

export const events = {
  "relation.created": relationEvent("delete_relation"),
  "relation.upserted": relationEvent("delete_relation"),
  "relation.updated": relationEvent("restore_relation_fields"),
  "relation.deleted": relationEvent("restore_relation"),
  "relation.deleted.bulk": event<{ id: string; type: string; relation_label: string | null; count: number }>(
    "relations.view",
  ),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    relations: typeof import("./definitions");
  }
}

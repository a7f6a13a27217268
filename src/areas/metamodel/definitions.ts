/** What the area defines for all others: permissions, events. */
import { adminGroup, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { Changes } from "./changes";

export const permissions = {
  admin: adminGroup({
    "admin.metamodel": ["Administer card types, fields, relation types and stakeholder roles", "admin"],
  }),
} satisfies PermissionGroups;

type Named = { id: string; name: string };
type Changed = Named & { changes: Changes };

/** Field keys, and field key → option keys, that a change of a card type's schema has removed. */
export type RemovedFields = { fields: string[]; options: Record<string, string[]> };

export const events = {
  "metamodel.type.created": event<Named>("everyone", { undo: { by: "delete_card_type" } }),
  // Only of fields that were added it is kept how to undo that.
  "metamodel.type.updated": event<Changed & { removed?: RemovedFields; cards_changed?: number }>("everyone", {
    undo: { by: "remove_fields" },
  }),
  "metamodel.type.deleted": event<Named>("everyone"),
  "metamodel.type.hidden": event<Changed>("everyone"),
  "metamodel.relation_type.created": event<Named>("everyone", { undo: { by: "delete_relation_type" } }),
  "metamodel.relation_type.updated": event<Changed>("everyone"),
  "metamodel.relation_type.deleted": event<Named & { instances_removed: number }>("everyone"),
  "metamodel.relation_type.hidden": event<Changed & { instances_removed: number }>("everyone"),
  "metamodel.relation_type.restored": event<Changed>("everyone"),
  "metamodel.regulation.created": event<Named>("everyone"),
  "metamodel.regulation.updated": event<Changed>("everyone"),
  "metamodel.regulation.deleted": event<Named>("everyone"),
  "metamodel.resource_type.created": event<Named>("everyone"),
  "metamodel.resource_type.updated": event<Changed>("everyone"),
  "metamodel.resource_type.deleted": event<Named>("everyone"),
  "metamodel.principle.created": event<Named>("everyone"),
  "metamodel.principle.updated": event<Changed>("everyone"),
  "metamodel.principle.deleted": event<Named>("everyone"),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    metamodel: typeof import("./definitions");
  }
}

/** The definitions of the area for all others: permissions, events. */
import { adminGroup, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { Changes } from "./changes";

export const permissions = {
  admin: adminGroup({
    "admin.metamodel": ["Administer card types, fields, relation types and stakeholder roles", "admin"],
  }),
} satisfies PermissionGroups;

type NamePayload = { id: string; name: string };
type ChangePayload = NamePayload & { changes: Changes };

/** Field keys, and field key → option keys, that a change of a card type's schema has removed. */
export type RemovedFields = { fields: string[]; options: Record<string, string[]> };

export const events = {
  "metamodel.type.created": event<NamePayload>("everyone", { undo: { by: "delete_card_type" } }),
  // An undo is stored only for fields that were added.
  "metamodel.type.updated": event<ChangePayload & { removed?: RemovedFields; cards_changed?: number }>("everyone", {
    undo: { by: "remove_fields" },
  }),
  "metamodel.type.deleted": event<NamePayload>("everyone"),
  "metamodel.type.hidden": event<ChangePayload>("everyone"),
  "metamodel.relation_type.created": event<NamePayload>("everyone", { undo: { by: "delete_relation_type" } }),
  "metamodel.relation_type.updated": event<ChangePayload>("everyone"),
  "metamodel.relation_type.deleted": event<NamePayload & { instances_removed: number }>("everyone"),
  "metamodel.relation_type.hidden": event<ChangePayload & { instances_removed: number }>("everyone"),
  "metamodel.relation_type.restored": event<ChangePayload>("everyone"),
  "metamodel.regulation.created": event<NamePayload>("everyone"),
  "metamodel.regulation.updated": event<ChangePayload>("everyone"),
  "metamodel.regulation.deleted": event<NamePayload>("everyone"),
  "metamodel.resource_type.created": event<NamePayload>("everyone"),
  "metamodel.resource_type.updated": event<ChangePayload>("everyone"),
  "metamodel.resource_type.deleted": event<NamePayload>("everyone"),
  "metamodel.principle.created": event<NamePayload>("everyone"),
  "metamodel.principle.updated": event<ChangePayload>("everyone"),
  "metamodel.principle.deleted": event<NamePayload>("everyone"),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    metamodel: typeof import("./definitions");
  }
}

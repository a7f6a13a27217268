/** What the area defines for all others: permissions, events. */
import type { CardPermissions, PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  relations: {
    label: "Relations",
    position: 20,
    permissions: {
      "relations.view": ["Read relations", "viewer"],
      "relations.manage": ["Create, change and remove relations", "member"],
    },
  },
} as const satisfies PermissionGroups;

export const cardPermissions = {
  "card.manage_relations": { allows: "Manage its relations", everywhere: "relations.manage" },
} as const satisfies CardPermissions;

export const events = {
  "relation.created": event("relations.view", { undo: { by: "delete_relation" } }),
  "relation.upserted": event("relations.view", { undo: { by: "delete_relation" } }),
  "relation.updated": event("relations.view", { undo: { by: "restore_relation_fields" } }),
  "relation.deleted": event("relations.view", { undo: { by: "restore_relation" } }),
  "relation.deleted.bulk": event("relations.view"),
};

declare module "../../core/access/permissions" {
  interface DefinedPermissions {
    relations: typeof permissions;
  }
  interface DefinedCardPermissions {
    relations: typeof cardPermissions;
  }
}

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    relations: typeof events;
  }
}

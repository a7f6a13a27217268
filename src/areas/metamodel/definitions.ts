/** What the area defines for all others: permissions, events. */
import { ADMIN_GROUP, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  admin: {
    ...ADMIN_GROUP,
    permissions: {
      "admin.metamodel": ["Administer card types, fields, relation types and stakeholder roles", "admin"],
    },
  },
} as const satisfies PermissionGroups;

export const events = {
  "metamodel.type.created": event("everyone"),
  "metamodel.type.updated": event("everyone"),
  "metamodel.type.deleted": event("everyone"),
  "metamodel.type.hidden": event("everyone"),
  "metamodel.relation_type.created": event("everyone"),
  "metamodel.relation_type.updated": event("everyone"),
  "metamodel.relation_type.deleted": event("everyone"),
  "metamodel.relation_type.hidden": event("everyone"),
  "metamodel.relation_type.restored": event("everyone"),
  "metamodel.regulation.created": event("everyone"),
  "metamodel.regulation.updated": event("everyone"),
  "metamodel.regulation.deleted": event("everyone"),
  "metamodel.resource_type.created": event("everyone"),
  "metamodel.resource_type.updated": event("everyone"),
  "metamodel.resource_type.deleted": event("everyone"),
  "metamodel.principle.created": event("everyone"),
  "metamodel.principle.updated": event("everyone"),
  "metamodel.principle.deleted": event("everyone"),
};

declare module "../../core/access/permissions" {
  interface DefinedPermissions {
    metamodel: typeof permissions;
  }
}

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    metamodel: typeof events;
  }
}

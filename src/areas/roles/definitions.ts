/** What the area defines for all others: permissions, events. */
import { ADMIN_GROUP, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  admin: { ...ADMIN_GROUP, permissions: { "admin.roles": ["Administer roles", "admin"] } },
} as const satisfies PermissionGroups;

export const events = {
  "role.created": event("admin.events"),
  "role.updated": event("admin.events"),
  "role.archived": event("admin.events"),
  "role.restored": event("admin.events"),
};

declare module "../../core/access/permissions" {
  interface DefinedPermissions {
    roles: typeof permissions;
  }
}

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    roles: typeof events;
  }
}

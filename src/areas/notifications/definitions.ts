/** What the area defines for all others: permissions, events. */
import type { PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  notifications: {
    label: "Notifications",
    position: 180,
    permissions: { "notifications.manage": ["Read and mark one's own notifications", "viewer"] },
  },
} as const satisfies PermissionGroups;

export const events = {
  "notification.created": event("recipient", { unbatched: true }),
};

declare module "../../core/access/permissions" {
  interface DefinedPermissions {
    notifications: typeof permissions;
  }
}

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    notifications: typeof events;
  }
}

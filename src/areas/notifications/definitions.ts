/** Permissions and events of the area. */
import type { PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  notifications: {
    label: "Notifications",
    position: 180,
    permissions: { "notifications.manage": ["Read and mark one's own notifications", "viewer"] },
  },
} as const satisfies PermissionGroups;

/** A notification; `link` is a path of the front end. */
type Notification = {
  id: string;
  user_id: string;
  type: string;
  title: string;
  message: string;
  link: string | null;
};

export const events = {
  "notification.created": event<Notification>("recipient", { unbatched: true }),
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

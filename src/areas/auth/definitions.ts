/** What the area defines for all others: permissions, events. */
import { ADMIN_GROUP, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  admin: { ...ADMIN_GROUP, permissions: { "admin.impersonate": ["View the application as another role", "admin"] } },
} as const satisfies PermissionGroups;

export const events = {
  "user.logged_in": event("admin.events", { unbatched: true }),
  "user.login_failed": event("admin.events", { unbatched: true }),
  "user.locked": event("admin.events", { unbatched: true }),
  "impersonation.started": event("admin.events", { unbatched: true }),
  "impersonation.stopped": event("admin.events", { unbatched: true }),
};

declare module "../../core/access/permissions" {
  interface DefinedPermissions {
    auth: typeof permissions;
  }
}

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    auth: typeof events;
  }
}

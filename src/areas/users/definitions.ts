/** What the area defines for all others: permissions, events. */
import { ADMIN_GROUP, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  users: {
    label: "Users",
    position: 260,
    permissions: { "users.invite": ["Invite members and viewers", "bpm_admin"] },
  },
  admin: { ...ADMIN_GROUP, permissions: { "admin.users": ["Administer users", "admin"] } },
} as const satisfies PermissionGroups;

export const events = {
  "user.created": event("admin.events"),
  "user.updated": event("admin.events"),
  "user.deleted": event("admin.events"),
  "user.unlocked": event("admin.events"),
  "user.linked": event("admin.events"),
  "user.password_changed": event("admin.events"),
  "invitation.created": event("admin.events"),
  "invitation.resent": event("admin.events"),
  "invitation.deleted": event("admin.events"),
};

declare module "../../core/access/permissions" {
  interface DefinedPermissions {
    users: typeof permissions;
  }
}

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    users: typeof events;
  }
}

/** Permissions and events of the area. */
import { ADMIN_GROUP, type PermissionGroups } from "../../core/access/permissions";
import type { Changes } from "../../core/journal/differences";
import { event } from "../../core/journal/event-types";

export const permissions = {
  users: {
    label: "Users",
    position: 260,
    permissions: { "users.invite": ["Invite members and viewers", "bpm_admin"] },
  },
  admin: { ...ADMIN_GROUP, permissions: { "admin.users": ["Administer users", "admin"] } },
} as const satisfies PermissionGroups;

/** `name` is the display name. */
type User = { id: string; name: string };
/** `name` is the e-mail address. */
type Invitation = { id: string; name: string; role: string };

export const events = {
  "user.created": event<User & { email: string; role: string; auth_provider: string }>("admin.events"),
  "user.updated": event<User & { changes: Changes }>("admin.events"),
  "user.deleted": event<User & { email: string; role: string }>("admin.events"),
  "user.unlocked": event<User>("admin.events"),
  "user.linked": event<User & { issuer: string | undefined }>("admin.events"),
  "user.password_changed": event<User>("admin.events"),
  "invitation.created": event<Invitation>("admin.events"),
  "invitation.resent": event<Invitation>("admin.events"),
  "invitation.deleted": event<Invitation>("admin.events"),
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

/** Permissions and events of the area. */
import { adminGroup, group, type PermissionGroups } from "../../core/access/permissions";
import type { Scope } from "../../core/access/scopes";
import type { Changes } from "../../core/journal/differences";
import { event } from "../../core/journal/event-types";

export const permissions = {
  users: group("Users", 260, { "users.invite": ["Invite members and viewers", "bpm_admin"] }),
  admin: adminGroup({ "admin.users": ["Administer users", "admin"] }),
} satisfies PermissionGroups;

/** `name` is the display name. */
type User = { id: string; name: string };
/** An access token, of which the last four characters are all that is known. */
type Token = {
  id: string;
  user_id: string;
  name: string;
  scope: Scope;
  areas: string[] | null;
  expires_at: string | null;
  last_four: string;
};
/** `name` is the e-mail address. */
type Invitation = { id: string; name: string; role: string };

export const events = {
  "user.created": event<User & { email: string; role: string; auth_provider: string }>("admin.events"),
  "user.updated": event<User & { changes: Changes }>("admin.events", { undo: { by: "restore_user_fields" } }),
  "user.deleted": event<User & { email: string; role: string }>("admin.events"),
  "user.home_arranged": event<User & { user_id: string }>("recipient", { undo: { by: "restore_home" } }),
  "user.sessions_ended": event<User & { ended: number }>("admin.events", { unbatched: true }),
  "user.unlocked": event<User>("admin.events"),
  "user.linked": event<User & { issuer: string | undefined }>("admin.events"),
  "user.password_changed": event<User>("admin.events"),
  "token.created": event<Token>("recipient", {
    undo: { not: "A token is revoked by whoever has it", lossless: "ifCreatedInBatch" },
  }),
  "token.revoked": event<Token>("recipient", { undo: { not: "What was revoked stays revoked" } }),
  "invitation.created": event<Invitation>("admin.events"),
  "invitation.resent": event<Invitation>("admin.events"),
  "invitation.deleted": event<Invitation>("admin.events"),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    users: typeof import("./definitions");
  }
}

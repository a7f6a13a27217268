/** Permissions and events of the area. */
import { adminGroup, type PermissionGroups } from "../../core/access/permissions";
import type { Changes } from "../../core/journal/differences";
import { event } from "../../core/journal/event-types";

export const permissions = {
  admin: adminGroup({ "admin.roles": ["Administer roles", "admin"] }),
} satisfies PermissionGroups;

/** `name` is the key of the role. */
type Role = { id: string; name: string };

export const events = {
  "role.created": event<Role & { label: string; permissions: Record<string, boolean> }>("admin.events", {
    undo: { by: "archive_role" },
  }),
  "role.updated": event<Role & { changes: Changes }>("admin.events", { undo: { by: "restore_role_fields" } }),
  "role.archived": event<Role>("admin.events", { undo: { by: "restore_role" } }),
  "role.restored": event<Role>("admin.events", { undo: { by: "archive_role" } }),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    roles: typeof import("./definitions");
  }
}

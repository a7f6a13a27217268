/** Permissions and events of the area. */
import { ADMIN_GROUP, type PermissionGroups } from "../../core/access/permissions";
import type { Changes } from "../../core/journal/differences";
import { event } from "../../core/journal/event-types";

export const permissions = {
  admin: {
    ...ADMIN_GROUP,
    permissions: {
      "admin.settings": ["Administer the settings", "admin"],
      "admin.mcp": ["Switch the MCP integration", "admin"],
    },
  },
} as const satisfies PermissionGroups;

export const events = {
  /** `id` and `name`: `general`, `email`, `logo` or `favicon`. */
  "settings.updated": event<{ id: string; name: string; changes: Changes }>("admin.events"),
};

declare module "../../core/access/permissions" {
  interface DefinedPermissions {
    settings: typeof permissions;
  }
}

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    settings: typeof events;
  }
}

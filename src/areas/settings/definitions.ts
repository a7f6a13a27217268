/** What the area defines for all others: permissions, events. */
import { ADMIN_GROUP, type PermissionGroups } from "../../core/access/permissions";
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
  "settings.updated": event("admin.events"),
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

/** Permissions and events of the area. */
import { adminGroup, type PermissionGroups } from "../../core/access/permissions";
import type { Changes } from "../../core/journal/differences";
import { event } from "../../core/journal/event-types";

export const permissions = {
  admin: adminGroup({
    "admin.settings": ["Administer the settings", "admin"],
    "admin.mcp": ["Switch the MCP integration", "admin"],
  }),
} satisfies PermissionGroups;

export const events = {
  /** `id` and `name`: `general`, `email`, `logo` or `favicon`. */
  "settings.updated": event<{ id: string; name: string; changes: Changes }>("admin.events", {
    undo: { by: "restore_settings" },
  }),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    settings: typeof import("./definitions");
  }
}

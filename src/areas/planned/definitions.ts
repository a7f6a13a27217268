/** Permissions, events and notifications of the contract whose areas don't exist yet; nothing publishes the events. */
import { adminGroup, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  admin: adminGroup({
    "admin.export_workspace": ["Export the workspace", "admin"],
    "admin.import_workspace": ["Import a workspace", "admin"],
  }),
} satisfies PermissionGroups;

export const events = {
  "event.stream.opened": event("admin.events", { unbatched: true }),
};

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    planned: typeof import("./definitions");
  }
}

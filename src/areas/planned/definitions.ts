/** Permissions, events and notifications of the contract whose areas don't exist yet; nothing publishes the events. */
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";

export const permissions = {
  compliance: group("Compliance", 210, {
    "compliance.view": ["See compliance findings", "viewer"],
    "compliance.manage": ["Scan for compliance findings and decide on them", "admin"],
  }),
  grc: group("GRC", 230, {
    "grc.view": ["Open the part for governance, risk and compliance", "viewer"],
    "grc.manage": ["Write governance content", "member"],
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

/** Permissions, events and notifications of the contract whose areas don't exist yet; nothing publishes the events. */
import { adminGroup, group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";

export const permissions = {
  ppm: group("PPM", 80, {
    "ppm.view": ["Read the project portfolio", "viewer"],
    "ppm.manage": ["Write status reports, tasks and costs of projects", "member"],
  }),
  soaw: group("SoAW", 110, {
    "soaw.view": ["Read statements of architecture work", "viewer"],
    "soaw.manage": ["Write statements of architecture work", "member"],
    "soaw.sign": ["Sign statements of architecture work", "member"],
  }),
  servicenow: group("ServiceNow", 190, {
    "servicenow.view": ["See the ITSM integration and its runs", "admin"],
    "servicenow.manage": ["Configure the ITSM integration and run it", "admin"],
  }),
  compliance: group("Compliance", 210, {
    "compliance.view": ["See compliance findings", "viewer"],
    "compliance.manage": ["Scan for compliance findings and decide on them", "admin"],
  }),
  risks: group("Risks", 220, {
    "risks.view": ["Read the risk register", "viewer"],
    "risks.manage": ["Write the risk register", "member"],
  }),
  grc: group("GRC", 230, {
    "grc.view": ["Open the part for governance, risk and compliance", "viewer"],
    "grc.manage": ["Write governance content", "member"],
  }),
  admin: adminGroup({
    "admin.migrate": ["Import from other platforms", "admin"],
    "admin.export_workspace": ["Export the workspace", "admin"],
    "admin.import_workspace": ["Import a workspace", "admin"],
  }),
} satisfies PermissionGroups;

export const events = {
  "event.stream.opened": event("admin.events", { unbatched: true }),
  "risk.added": event("risks.view"),
  "risk.updated": event("risks.view"),
  "risk_mitigation_task.created": event("risks.view"),
  "soaw.signed": event("soaw.view"),
};

export const notifications = {
  task_assigned: { preferences: { in_app: true, email: true }, toSelf: true },
  soaw_sign_requested: { preferences: { in_app: true, email: true } },
  soaw_signed: { preferences: { in_app: true, email: true } },
  risk_assigned: { toSelf: true },
} as const satisfies NotificationKinds;

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    planned: typeof import("./definitions");
  }
}

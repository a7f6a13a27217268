/** Permissions, events and notifications of the contract whose areas don't exist yet; nothing publishes the events. */
import { adminGroup, type CardPermissions, group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";

export const permissions = {
  bpm: group("BPM", 70, {
    "bpm.view": ["Read process diagrams, their elements and published flows", "viewer"],
    "bpm.edit": ["Change process diagrams and their elements", "member"],
    "bpm.manage_drafts": ["Work on drafts of flows", "member"],
    "bpm.approve_flows": ["Approve or reject submitted flows", "bpm_admin"],
    "bpm.assessments": ["Assess processes", "member"],
  }),
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
  turbolens: group("TurboLens", 200, {
    "turbolens.view": ["See the results of AI analyses", "member"],
    "turbolens.manage": ["Start AI analyses", "admin"],
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
  ai: group("AI", 240, {
    "ai.suggest": ["Ask the AI to suggest field values", "member"],
    "ai.portfolio_insights": ["Ask the AI about the portfolio", "member"],
  }),
  admin: adminGroup({
    "admin.migrate": ["Import from other platforms", "admin"],
    "admin.export_workspace": ["Export the workspace", "admin"],
    "admin.import_workspace": ["Import a workspace", "admin"],
  }),
} satisfies PermissionGroups;

export const cardPermissions = {
  "card.bpm_edit": { allows: "Change its process diagram", everywhere: "bpm.edit" },
  "card.bpm_manage_drafts": { allows: "Work on drafts of its flows", everywhere: "bpm.manage_drafts" },
  "card.bpm_approve": { allows: "Approve its flows", everywhere: "bpm.approve_flows" },
} as const satisfies CardPermissions;

export const events = {
  "event.stream.opened": event("admin.events", { unbatched: true }),
  "risk.added": event("risks.view"),
  "risk.updated": event("risks.view"),
  "risk_mitigation_task.created": event("risks.view"),
  "process_diagram.saved": event("bpm.view"),
  "process_flow.approved": event("bpm.view"),
  "soaw.signed": event("soaw.view"),
};

export const notifications = {
  task_assigned: { preferences: { in_app: true, email: true }, toSelf: true },
  soaw_sign_requested: { preferences: { in_app: true, email: true } },
  soaw_signed: { preferences: { in_app: true, email: true } },
  risk_assigned: { toSelf: true },
  process_flow_approval_requested: { toSelf: true },
  process_flow_approved: { toSelf: true },
  process_flow_rejected: { toSelf: true },
} as const satisfies NotificationKinds;

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    planned: typeof import("./definitions");
  }
}

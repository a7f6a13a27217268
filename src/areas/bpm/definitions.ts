/** The definitions of the area for all others: permissions, events, notifications. */
import { type CardPermissions, group, type PermissionGroups } from "../../core/access/permissions";
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
} satisfies PermissionGroups;

export const cardPermissions = {
  "card.bpm_edit": { allows: "Change its process diagram", everywhere: "bpm.edit" },
  "card.bpm_manage_drafts": { allows: "Work on drafts of its flows", everywhere: "bpm.manage_drafts" },
  "card.bpm_approve": { allows: "Approve its flows", everywhere: "bpm.approve_flows" },
} as const satisfies CardPermissions;

type OfProcess = { process_name: string };
type OfElement = OfProcess & {
  id: string;
  bpmn_element_id: string;
  name: string | null;
  changes: Record<string, { old: unknown; new: unknown }>;
};
type OfVersion = OfProcess & { id: string; revision: number };

export const events = {
  "process_diagram.saved": event<OfProcess & { version: number; element_count: number }>("bpm.view"),
  "process_diagram.deleted": event<OfProcess>("bpm.view"),
  "process_flow.submitted": event<OfVersion & { submitted_by: string }>("bpm.view"),
  "process_flow.approved": event<OfVersion & { approved_by: string }>("bpm.view"),
  "process_flow.rejected": event<OfVersion & { rejected_by: string; reason: string | null }>("bpm.view"),
  "process_flow.withdrawn": event<OfVersion & { withdrawn_by: string }>("bpm.view"),
  "process_element.updated": event<OfElement>("bpm.view", { undo: { by: "restore_process_element" } }),
};

export const notifications = {
  process_flow_approval_requested: { toSelf: true },
  process_flow_approved: { toSelf: true },
  process_flow_rejected: { toSelf: true },
} as const satisfies NotificationKinds;

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    bpm: typeof import("./definitions");
  }
}

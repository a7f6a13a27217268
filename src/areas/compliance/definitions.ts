/** The definitions of the area for all others: permissions, events, notifications, checks. */
import type { Check } from "../../../db/check";
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";
import type { Decision, FindingStatus, Severity } from "./model";

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

/** The payload of a finding's events. */
export type FindingPayload = {
  id: string;
  regulation: string;
  regulation_article: string | null;
  card_id: string | null;
  requirement: string;
  status: FindingStatus;
  severity: Severity;
  decision: Decision;
  risk_id: string | null;
};

/** Findings of scans publish nothing of their own: `analysis.completed` reports all of them. */
export const events = {
  "compliance_finding.created": event<FindingPayload>("compliance.view", { undo: { by: "delete_finding" } }),
  "compliance_finding.updated": event<FindingPayload & { fields: string[] }>("compliance.view", {
    undo: { by: "restore_finding_fields" },
  }),
  "compliance_finding.deleted": event<FindingPayload>("compliance.view", { undo: { by: "restore_finding" } }),
};

export const notifications = { security_scan_complete: {} } as const satisfies NotificationKinds;

export const checks: readonly Check[] = [
  {
    check: "compliance",
    problem: "a finding has a review but no time of it",
    sql: "SELECT id FROM compliance_findings WHERE reviewed_by IS NOT NULL AND reviewed_at IS NULL",
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    compliance: typeof import("./definitions");
  }
}

/** The definitions of the area for all others: permissions, events, notifications, checks. */
import type { Check } from "../../../db/check";
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event, type Payload } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";
import type { Category, Impact, Level, Probability, Status } from "./model";

export const permissions = {
  risks: group("Risks", 220, {
    "risks.view": ["Read the risk register", "viewer"],
    "risks.manage": ["Write the risk register", "member"],
  }),
} satisfies PermissionGroups;

/** The changes of a risk. */
export type RiskChange = "created" | "updated" | "deleted" | "linked" | "unlinked";

/** The payload of a risk's events, published once for each card that is concerned. */
export type RiskPayload = {
  id: string;
  risk_id: string;
  reference: string;
  title: string;
  /** The residual one if there is one. */
  level: Level;
  status: Status;
  category: Category;
  link: string;
  summary: string;
  change: RiskChange;
  initial_probability: Probability;
  initial_impact: Impact;
  residual_probability: Probability | null;
  residual_impact: Impact | null;
  /** Of an update: the fields that were given. */
  fields?: string[];
  /** Of a promotion: the kind of what was promoted. */
  promoted_from?: string;
};

/** The payload of a mitigation task's events, published once for each card that its risk is linked to. */
export type TaskPayload = {
  id: string;
  risk_id: string;
  /** Of the risk. */
  reference: string;
  task_id: string;
  title: string;
  recurrence_unit: string;
  recurrence_interval: number;
  link: string;
};
export type OccurrencePayload = TaskPayload & {
  occurrence_id: string;
  sequence: number;
  status: string;
  assigned_owner_id: string | null;
  completed_by: string | null;
  owner_at_completion: string | null;
};
type FinishedPayload = OccurrencePayload & { completion_notes?: string };

/** Links are undone by the opposite; for everything else an inverse gets the former risk. */
const undoneBy = (ofLinks: string, ofOthers: string) => ({
  undo: { by: (snapshot: Payload | null) => (snapshot && "role" in snapshot ? ofLinks : ofOthers) },
});
const asItWas = { undo: { by: "restore_mitigation_task" } } as const;

export const events = {
  "risk.added": event<RiskPayload>("risks.view", undoneBy("unlink_risk", "delete_risk")),
  "risk.updated": event<RiskPayload & { fields: string[] }>("risks.view", { undo: { by: "restore_risk_fields" } }),
  "risk.removed": event<RiskPayload>("risks.view", undoneBy("link_risk", "restore_risk")),
  "risk_mitigation_task.created": event<OccurrencePayload & { rolled_from_occurrence_id?: string }>("risks.view", {
    undo: {
      by: (snapshot) => (snapshot && "rolled" in snapshot ? "restore_mitigation_task" : "delete_mitigation_task"),
    },
  }),
  "risk_mitigation_task.updated": event<TaskPayload & { fields: string[] }>("risks.view", asItWas),
  "risk_mitigation_task.deleted": event<TaskPayload>("risks.view", { undo: { by: "recreate_mitigation_task" } }),
  "risk_mitigation_task.completed": event<FinishedPayload>("risks.view", asItWas),
  "risk_mitigation_task.skipped": event<FinishedPayload>("risks.view", asItWas),
  "risk_mitigation_task.activated": event<OccurrencePayload & { activated_at: string }>("risks.view", asItWas),
};

export const notifications = {
  task_assigned: { preferences: { in_app: true, email: true }, toSelf: true },
  risk_assigned: { preferences: { in_app: true, email: true }, toSelf: true },
  risk_status_changed: {},
} as const satisfies NotificationKinds;

export const checks: readonly Check[] = [
  {
    check: "risks",
    problem: "a risk has a residual level without both of what it follows from, or lacks it",
    sql: `SELECT id FROM risks
      WHERE (residual_level IS NULL) <> (residual_probability IS NULL OR residual_impact IS NULL)`,
  },
  {
    check: "risks",
    problem: "a mitigation task has two occurrences to be done",
    sql: `SELECT task_id AS id FROM risk_mitigation_task_occurrences WHERE status IN ('scheduled', 'open')
      GROUP BY task_id HAVING count(*) > 1`,
  },
  {
    check: "risks",
    problem: "what is due, or to be resolved, is so on no day",
    sql: `SELECT id FROM risk_mitigation_task_occurrences WHERE due_date IS NOT date(due_date)
      UNION ALL SELECT id FROM risks WHERE target_resolution_date IS NOT date(target_resolution_date)`,
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    risks: typeof import("./definitions");
  }
}

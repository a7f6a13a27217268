/** The definitions of the area for all others: permissions, events, notifications, checks. */
import type { Check } from "../../../db/check";
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";
import { PARTS } from "./plan/item-parts";

export const permissions = {
  ppm: group("PPM", 80, {
    "ppm.view": ["Read the project portfolio", "viewer"],
    "ppm.manage": ["Write status reports, tasks and costs of projects", "member"],
  }),
} satisfies PermissionGroups;

/** The part that all payloads about records share; the rest depends on the kind. */
export type RecordPayload = { id: string; initiative_id: string } & Record<string, unknown>;

const created = (kind: string) => event<RecordPayload>("ppm.view", { undo: { by: `delete_ppm_${kind}` } });
const updated = (kind: string) => event<RecordPayload>("ppm.view", { undo: { by: `restore_ppm_${kind}_fields` } });
const deleted = (kind: string) => event<RecordPayload>("ppm.view", { undo: { by: `restore_ppm_${kind}` } });

export const events = {
  "ppm.status_report.created": created("status_report"),
  "ppm.status_report.updated": updated("status_report"),
  "ppm.status_report.deleted": deleted("status_report"),
  "ppm.cost_line.created": created("cost_line"),
  "ppm.cost_line.updated": updated("cost_line"),
  "ppm.cost_line.deleted": deleted("cost_line"),
  "ppm.budget_line.created": created("budget_line"),
  "ppm.budget_line.updated": updated("budget_line"),
  "ppm.budget_line.deleted": deleted("budget_line"),
  "ppm.risk.created": created("risk"),
  "ppm.risk.updated": updated("risk"),
  "ppm.risk.deleted": deleted("risk"),
  "ppm.wbs_item.created": created("wbs_item"),
  "ppm.wbs_item.updated": updated("wbs_item"),
  "ppm.wbs_item.deleted": deleted("wbs_item"),
  "ppm.task.created": created("task"),
  "ppm.task.updated": updated("task"),
  "ppm.task.deleted": deleted("task"),
  "ppm.task_comment.created": created("task_comment"),
  "ppm.task_comment.updated": updated("task_comment"),
  "ppm.task_comment.deleted": deleted("task_comment"),
  "ppm.dependency.created": created("dependency"),
  "ppm.dependency.deleted": deleted("dependency"),
};

export const notifications = {
  task_assigned: { preferences: { in_app: true, email: true }, toSelf: true },
  task_commented: { preferences: { in_app: true, email: false } },
  status_report_red: { preferences: { in_app: true, email: true } },
} as const satisfies NotificationKinds;

export const checks: readonly Check[] = [
  {
    check: "projects",
    problem: "a task or item stands below an item of another initiative",
    sql: `SELECT part.id FROM (SELECT id, initiative_id, wbs_id AS item_id FROM ppm_tasks
        UNION ALL SELECT id, initiative_id, parent_id FROM ppm_wbs) part
      JOIN ppm_wbs item ON item.id = part.item_id WHERE item.initiative_id <> part.initiative_id`,
  },
  {
    check: "projects",
    problem: "the weight of the tasks stored for an item is not the one they have",
    sql: `SELECT item.id FROM ppm_wbs item WHERE json_array(task_weight, task_progress) <>
      (SELECT json_array(coalesce(sum(weight), 0), coalesce(sum(progress), 0)) FROM (${PARTS}))`,
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    ppm: typeof import("./definitions");
  }
}

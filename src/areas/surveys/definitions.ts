/** The definitions of the area for all others: permissions, notifications, checks. */
import type { Check } from "../../../db/check";
import { group, type PermissionGroups } from "../../core/access/permissions";
import type { NotificationKinds } from "../../core/notify/kinds";

export const permissions = {
  surveys: group("Surveys", 100, {
    "surveys.respond": ["Answer surveys", "viewer"],
    "surveys.manage": ["Write surveys and see what was answered", "admin"],
  }),
} satisfies PermissionGroups;

export const notifications = {
  survey_request: { preferences: { in_app: true, email: true }, toSelf: true },
  survey_completed: { preferences: { in_app: true, email: false } },
} as const satisfies NotificationKinds;

export const checks: readonly Check[] = [
  {
    check: "surveys",
    problem: "a response was applied but never given",
    sql: "SELECT id FROM survey_responses WHERE applied = 1 AND status <> 'completed'",
  },
  {
    check: "surveys",
    problem: "a survey was sent but has no time of it",
    sql: "SELECT id FROM surveys WHERE status <> 'draft' AND sent_at IS NULL",
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    surveys: typeof import("./definitions");
  }
}

/** The definitions of the area for all others: permissions, events, notifications, checks. */
import type { Check } from "../../../db/check";
import { group, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";

export const permissions = {
  soaw: group("SoAW", 110, {
    "soaw.view": ["Read statements of architecture work", "viewer"],
    "soaw.manage": ["Write statements of architecture work", "member"],
    "soaw.sign": ["Sign or reject statements of architecture work", "member"],
  }),
} satisfies PermissionGroups;

/** The statement that an event is about. */
type NamePayload = { id: string; name: string };

/** Names the inverse of the area that undoes an event. */
const undo = (by: string) => ({ undo: { by } });

export const events = {
  "soaw.created": event<NamePayload & { revision_of?: string }>("soaw.view", undo("delete_soaw")),
  "soaw.updated": event<NamePayload & { fields: string[] }>("soaw.view", undo("restore_soaw_fields")),
  "soaw.deleted": event<NamePayload>("soaw.view", undo("restore_soaw")),
  "soaw.signatures_requested": event<NamePayload & { signatory_count: number }>(
    "soaw.view",
    undo("restore_soaw_review"),
  ),
  "soaw.signatures_requested_again": event<NamePayload & { signatory_count: number }>(
    "soaw.view",
    undo("restore_soaw_review"),
  ),
  "soaw.signed": event<NamePayload & { signer: string; all_signed: boolean }>("soaw.view", undo("restore_soaw_review")),
  "soaw.signatures_recalled": event<NamePayload>("soaw.view", undo("restore_soaw_review")),
  "soaw.rejected": event<NamePayload & { rejector: string; comment: string }>("soaw.view", undo("restore_soaw_review")),
};

const MAILED = { preferences: { in_app: true, email: true } } as const;

export const notifications = {
  soaw_sign_requested: MAILED,
  soaw_signed: MAILED,
  soaw_sign_recalled: {},
  soaw_rejected: {},
} as const satisfies NotificationKinds;

export const checks: readonly Check[] = [
  {
    check: "statements of architecture work",
    problem: "a revision is not numbered after the one before",
    sql: `SELECT later.id FROM statements_of_architecture_work later
      JOIN statements_of_architecture_work earlier ON earlier.id = later.parent_id
      WHERE later.revision_number <= earlier.revision_number`,
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    soaw: typeof import("./definitions");
  }
}

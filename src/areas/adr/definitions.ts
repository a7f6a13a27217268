/** The definitions of the area for all others: permissions, events, notifications, checks. */
import type { Check } from "../../../db/check";
import { type CardPermissions, group, type PermissionGroups } from "../../core/access/permissions";
import type { Changes } from "../../core/journal/differences";
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";

export const permissions = {
  adr: group("Architecture Decisions", 120, {
    "adr.view": ["Read architecture decisions", "viewer"],
    "adr.manage": ["Write and duplicate architecture decisions", "member"],
    "adr.sign": ["Sign or reject architecture decisions", "member"],
    "adr.delete": ["Delete architecture decisions", "admin"],
  }),
} satisfies PermissionGroups;

export const cardPermissions = {
  "card.manage_adr_links": { allows: "Link it to architecture decisions", everywhere: "adr.manage" },
} as const satisfies CardPermissions;

/** The record that an event is about. */
type NamePayload = { id: string; reference_number: string; title: string };

/** Names the inverse of the area that undoes an event. */
const undo = (by: string) => ({ undo: { by } });

export const events = {
  "adr.created": event<NamePayload & { duplicate_of?: string; revision_of?: string }>("adr.view", undo("delete_adr")),
  "adr.updated": event<NamePayload & { changes: Changes }>("adr.view", undo("restore_adr_fields")),
  "adr.deleted": event<NamePayload>("adr.view", undo("restore_adr")),
  "adr.linked": event<NamePayload & { card_id: string }>("adr.view", undo("unlink_adr")),
  "adr.unlinked": event<NamePayload & { card_id: string }>("adr.view", undo("link_adr")),
  "adr.signatures_requested": event<NamePayload & { signatory_count: number }>("adr.view", undo("restore_adr_review")),
  "adr.signatures_requested_again": event<NamePayload & { signatory_count: number }>(
    "adr.view",
    undo("restore_adr_review"),
  ),
  "adr.signed": event<NamePayload & { signer: string; all_signed: boolean }>("adr.view", undo("restore_adr_review")),
  "adr.signatures_recalled": event<NamePayload>("adr.view", undo("restore_adr_review")),
  "adr.superseded": event<NamePayload & { superseded_by: string | null; reference: string | null }>(
    "adr.view",
    undo("restore_adr_successor"),
  ),
  "adr.rejected": event<NamePayload & { rejector: string; comment: string }>("adr.view", undo("restore_adr_review")),
};

export const notifications = {
  adr_sign_requested: { preferences: { in_app: true, email: true } },
  adr_signed: {},
  adr_sign_recalled: {},
  adr_rejected: {},
} as const satisfies NotificationKinds;

export const checks: readonly Check[] = [
  {
    check: "architecture decisions",
    problem: "a revision is not numbered after the one before",
    sql: `SELECT later.id FROM architecture_decisions later JOIN architecture_decisions earlier ON earlier.id = later.parent_id
      WHERE later.revision_number <= earlier.revision_number`,
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    adr: typeof import("./definitions");
  }
}

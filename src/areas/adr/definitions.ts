/** What the area defines for all others: permissions, events, notifications. */
import { type CardPermissions, group, type PermissionGroups } from "../../core/access/permissions";
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
type Named = { id: string; reference_number: string; title: string };

export const events = {
  "adr.created": event<Named & { duplicate_of?: string; revision_of?: string }>("adr.view", {
    undo: { by: "delete_adr" },
  }),
  "adr.updated": event<Named & { changes: Record<string, { old: unknown; new: unknown }> }>("adr.view"),
  "adr.deleted": event<Named>("adr.view"),
  "adr.linked": event<Named & { card_id: string }>("adr.view", {
    undo: { not: "A link is removed by its own operation", lossless: "ifCreatedInBatch" },
  }),
  "adr.unlinked": event<Named & { card_id: string }>("adr.view"),
  "adr.signatures_requested": event<Named & { signatory_count: number }>("adr.view"),
  "adr.signed": event<Named & { signer: string; all_signed: boolean }>("adr.view"),
  "adr.signatures_recalled": event<Named>("adr.view"),
  "adr.rejected": event<Named & { rejector: string; comment: string }>("adr.view"),
};

export const notifications = {
  adr_sign_requested: {},
  adr_signed: {},
  adr_sign_recalled: {},
  adr_rejected: {},
} as const satisfies NotificationKinds;

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    adr: typeof import("./definitions");
  }
}

/** The definitions of the area for all others: permissions, events, checks. */
import type { Check } from "../../../db/check";
import { adminGroup, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { Report } from "./model";

export const permissions = {
  admin: adminGroup({
    "admin.export_workspace": ["Export the workspace", "admin"],
    "admin.import_workspace": ["Import a workspace", "admin"],
  }),
} satisfies PermissionGroups;

type TransferPayload = { id: string; name: string };

/** It changes nothing of the workspace. */
const harmless = {
  undo: { not: "It is about the transfer itself, not about what it has changed", lossless: "always" },
} as const;

const about = <P extends object = object>() => event<TransferPayload & P>("admin.import_workspace", harmless);

export const events = {
  "workspace.uploaded": about(),
  "workspace.previewed": about(),
  "workspace.started": about(),
  "workspace.applied": event<TransferPayload & { totals: Report["totals"] }>("admin.import_workspace", {
    undo: { not: "Only the cards and relations that an import has created can be undone" },
  }),
  "workspace.failed": about<{ reason: string }>(),
  "workspace.deleted": about(),
};

export const checks: readonly Check[] = [
  {
    check: "workspace transfers",
    problem: "the bundle of a transfer is not complete",
    sql: `SELECT w.id FROM workspace_transfers w WHERE w.file_size <>
        (SELECT coalesce(sum(length(p.bytes)), 0) FROM workspace_pieces p WHERE p.transfer_id = w.id)`,
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    workspace: typeof import("./definitions");
  }
}

/** The definitions of the area for all others: permissions, events, checks. */
import type { Check } from "../../../db/check";
import { type CardPermissions, group, type PermissionGroups } from "../../core/access/permissions";
import type { Changes } from "../../core/journal/differences";
import { event } from "../../core/journal/event-types";

export const permissions = {
  inventory: group("Inventory", 10, {
    "inventory.view": ["Read cards and lists of cards", "viewer"],
    "inventory.create": ["Create cards", "member"],
    "inventory.edit": ["Change any card, whatever one's part in it", "member"],
    "inventory.archive": ["Archive and restore any card", "member"],
    "inventory.delete": ["Delete cards for good", "admin"],
    "inventory.export": ["Export lists of cards", "viewer"],
    "inventory.approval_status": ["Approve, reject or reset any card", "member"],
    "inventory.bulk_edit": ["Change many cards at once", "member"],
  }),
  costs: group("Costs", 250, { "costs.view": ["See costs on every card, not only on one's own", "member"] }),
} satisfies PermissionGroups;

export const cardPermissions = {
  "card.view": { allows: "Open the card", everywhere: "inventory.view" },
  "card.edit": { allows: "Change its fields", everywhere: "inventory.edit" },
  "card.archive": { allows: "Archive and restore it", everywhere: "inventory.archive" },
  "card.delete": { allows: "Delete it for good", everywhere: "inventory.delete" },
  "card.approval_status": { allows: "Approve, reject or reset it", everywhere: "inventory.approval_status" },
} as const satisfies CardPermissions;

const SUMMARY = {
  undo: { not: "It sums up what happened to each card, which is undone card by card", lossless: "always" },
} as const;
const APPROVAL = { undo: { by: "restore_approval" } } as const;
const DELETION = {
  undo: { not: "A card that was deleted for good can't be brought back", lossless: "ifCreatedInBatch" },
} as const;

type CardSummary = { id: string; type: string; name: string };
type CascadeSummary = { child_strategy: "cascade" | "disconnect" | "reparent" | null };
type Cascade = CardSummary & CascadeSummary & { affected_children_ids: string[]; affected_related_card_ids: string[] };
type BulkCascade = CascadeSummary & { primary_count: number; cascaded_count: number };
type Approval = { id: string; approval_status: string };

export const events = {
  "card.created": event<CardSummary>("card", { undo: { by: "delete_card" } }),
  "card.updated": event<{ id: string; changes: Changes }>("card", { undo: { by: "restore_card_fields" } }),
  "card.archived": event<CardSummary>("card", { undo: { by: "restore_card" } }),
  "card.archived.batch": event<Cascade>("card", SUMMARY),
  "card.archived.bulk": event<BulkCascade>("card", SUMMARY),
  // A card that was not archived but of another status than ACTIVE is restored, too; undoing that gives the status back.
  "card.restored": event<CardSummary>("card", {
    undo: { by: (snapshot) => (snapshot ? "restore_card_fields" : "archive_card") },
  }),
  "card.deleted": event<CardSummary>("card", DELETION),
  "card.deleted.batch": event<Cascade>("card", SUMMARY),
  "card.deleted.bulk": event<BulkCascade>("card", SUMMARY),
  "card.approval_status.approve": event<Approval>("card", APPROVAL),
  "card.approval_status.reject": event<Approval>("card", APPROVAL),
  "card.approval_status.reset": event<Approval>("card", APPROVAL),
};

export const checks: readonly Check[] = [
  {
    check: "counts",
    problem: "the number of cards stored for a list is not the number there is",
    sql: `SELECT type || ' ' || status || ' ' || approval_status AS id FROM (
        SELECT type, status, approval_status, count(*) AS count FROM cards GROUP BY 1, 2, 3
        UNION ALL
        SELECT type, status, approval_status, -count FROM card_counts
      ) GROUP BY type, status, approval_status HAVING sum(count) <> 0`,
  },
  {
    check: "parents",
    problem: "the parent of a card is missing",
    sql: "SELECT id FROM cards WHERE parent_id IS NOT NULL AND parent_id NOT IN (SELECT id FROM cards)",
  },
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    cards: typeof import("./definitions");
  }
}

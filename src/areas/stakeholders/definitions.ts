/** Permissions, events and notifications of the area. */
import { type CardPermissions, group, type PermissionGroups } from "../../core/access/permissions";
import type { Changes } from "../../core/journal/differences";
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";

export const permissions = {
  stakeholders: group("Stakeholders", 30, {
    "stakeholders.view": ["See who has which part in a card", "viewer"],
    "stakeholders.manage": ["Give people a part in any card", "member"],
  }),
} satisfies PermissionGroups;

export const cardPermissions = {
  "card.manage_stakeholders": { allows: "Give people a part in it", everywhere: "stakeholders.manage" },
} as const satisfies CardPermissions;

/** A user with a role in a card. */
type Stakeholder = { stakeholder_id: string; user_id: string; user_display_name: string };
type Assignment = Stakeholder & { role: string; role_label: string; summary: string };
type RoleChange = Stakeholder & {
  old_role: string;
  old_role_label: string;
  new_role: string;
  new_role_label: string;
  summary: string;
};
type StakeholderRole = { id: string; name: string; card_type_key: string };

export const events = {
  "stakeholder.added": event<Assignment>("stakeholders.view", { undo: { by: "remove_stakeholder" } }),
  "stakeholder.removed": event<Assignment>("stakeholders.view"),
  "stakeholder.role_changed": event<RoleChange>("stakeholders.view"),
  "stakeholder_role.created": event<StakeholderRole & { label: string; permissions: Record<string, boolean> }>(
    "admin.events",
    { undo: { by: "archive_stakeholder_role" } },
  ),
  "stakeholder_role.updated": event<StakeholderRole & { changes: Changes }>("admin.events", {
    undo: { by: "restore_stakeholder_role_fields" },
  }),
  "stakeholder_role.archived": event<StakeholderRole>("admin.events", { undo: { by: "restore_stakeholder_role" } }),
  "stakeholder_role.restored": event<StakeholderRole>("admin.events", { undo: { by: "archive_stakeholder_role" } }),
};

export const notifications = {
  card_updated: { preferences: { in_app: true, email: false } },
  approval_status_changed: { preferences: { in_app: true, email: false } },
  approval_broken: { preferences: { in_app: true, email: false } },
  stakeholder_assigned: { preferences: { in_app: true, email: true } },
} as const satisfies NotificationKinds;

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    stakeholders: typeof import("./definitions");
  }
}

/** What the area defines for all others: permissions, events, notifications. */
import type { CardPermissions, PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";

export const permissions = {
  stakeholders: {
    label: "Stakeholders",
    position: 30,
    permissions: {
      "stakeholders.view": ["See who has which part in a card", "viewer"],
      "stakeholders.manage": ["Give people a part in any card", "member"],
    },
  },
} as const satisfies PermissionGroups;

export const cardPermissions = {
  "card.manage_stakeholders": { allows: "Give people a part in it", everywhere: "stakeholders.manage" },
} as const satisfies CardPermissions;

export const events = {
  "stakeholder.added": event("stakeholders.view"),
  "stakeholder.removed": event("stakeholders.view"),
  "stakeholder.role_changed": event("stakeholders.view"),
};

export const notifications = {
  card_updated: { preferences: { in_app: true, email: false } },
  approval_status_changed: { preferences: { in_app: true, email: false } },
} as const satisfies NotificationKinds;

declare module "../../core/access/permissions" {
  interface DefinedPermissions {
    stakeholders: typeof permissions;
  }
  interface DefinedCardPermissions {
    stakeholders: typeof cardPermissions;
  }
}

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    stakeholders: typeof events;
  }
}

declare module "../../core/notify/kinds" {
  interface DefinedNotifications {
    stakeholders: typeof notifications;
  }
}

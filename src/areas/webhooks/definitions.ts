/** The definitions of the area for all others: its permission, events, notification, checks and secrets. */
import type { Check } from "../../../db/check";
import { adminGroup, type PermissionGroups } from "../../core/access/permissions";
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";

export const permissions = {
  admin: adminGroup({ "admin.webhooks": ["Subscribe addresses to events", "admin"] }),
} satisfies PermissionGroups;

type Subject = { id: string; name: string };

const NOT_UNDONE = { undo: { not: "A configuration is corrected where it is made" } } as const;
/** Reports of what changes nothing that could be undone. */
const REPORT = { unbatched: true } as const;

export const events = {
  "webhook.created": event<Subject>("admin.webhooks", NOT_UNDONE),
  "webhook.updated": event<Subject & { fields: string[] }>("admin.webhooks", NOT_UNDONE),
  "webhook.deleted": event<Subject>("admin.webhooks", NOT_UNDONE),
  "webhook.secret_rotated": event<Subject>("admin.webhooks", NOT_UNDONE),
  /** `from`: the number of the event with which the deliveries begin again. */
  "webhook.replayed": event<Subject & { from: number }>("admin.webhooks", REPORT),
  "webhook.paused": event<Subject & { reason: string | null }>("admin.webhooks", REPORT),
  "webhook.resumed": event<Subject>("admin.webhooks", REPORT),
};

export const notifications = {
  webhook_paused: { preferences: { in_app: true, email: true }, toSelf: true },
} satisfies NotificationKinds;

export const checks: readonly Check[] = [
  {
    check: "webhooks",
    problem: "a webhook's position lies behind the end of the journal",
    sql: "SELECT id FROM webhooks WHERE position > coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0)",
  },
];

/** The addresses and signing secrets of webhooks. */
export const secrets = `SELECT 'webhooks.' || id || '.address' AS id, address AS value FROM webhooks
  UNION ALL SELECT 'webhooks.' || id || '.secret', secret FROM webhooks
  UNION ALL SELECT 'webhooks.' || id || '.previous_secret', previous_secret FROM webhooks WHERE previous_secret IS NOT NULL`;

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    webhooks: typeof import("./definitions");
  }
}

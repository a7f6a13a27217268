/** What the area defines for all others: events and notifications. */
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";
import type { Changes } from "../metamodel";

type Named = { id: string; name: string };
type Changed = Named & { changes: Changes };

export const events = {
  "calculation.created": event<Named>("everyone"),
  "calculation.updated": event<Changed>("everyone"),
  "calculation.activated": event<Changed>("everyone"),
  "calculation.deactivated": event<Changed>("everyone"),
  "calculation.deleted": event<Named>("everyone"),
};

export const notifications = { calculation_switched_off: {} } satisfies NotificationKinds;

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    calculations: typeof import("./definitions");
  }
}

/** The definitions of the area for all others: events and notifications. */
import { event } from "../../core/journal/event-types";
import type { NotificationKinds } from "../../core/notify/kinds";
import type { Changes } from "../metamodel";

type NamePayload = { id: string; name: string };
type ChangePayload = NamePayload & { changes: Changes };

export const events = {
  "calculation.created": event<NamePayload>("everyone", { undo: { by: "delete_calculation" } }),
  "calculation.updated": event<ChangePayload>("everyone", { undo: { by: "restore_calculation_fields" } }),
  "calculation.activated": event<ChangePayload>("everyone", { undo: { by: "deactivate_calculation" } }),
  "calculation.deactivated": event<ChangePayload>("everyone", { undo: { by: "activate_calculation" } }),
  "calculation.deleted": event<NamePayload>("everyone", { undo: { by: "restore_calculation" } }),
};

export const notifications = { calculation_switched_off: {} } satisfies NotificationKinds;

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    calculations: typeof import("./definitions");
  }
}

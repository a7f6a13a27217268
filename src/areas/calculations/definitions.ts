/** What the area defines for all others: events. */
import { event } from "../../core/journal/event-types";

export const events = {
  "calculation.created": event("everyone"),
  "calculation.updated": event("everyone"),
  "calculation.activated": event("everyone"),
  "calculation.deactivated": event("everyone"),
  "calculation.deleted": event("everyone"),
};

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    calculations: typeof events;
  }
}

/** What the area defines for all others: events. */
import { event } from "../../core/journal/event-types";

export const events = {
  "stakeholder_role.created": event("admin.events"),
  "stakeholder_role.updated": event("admin.events"),
  "stakeholder_role.archived": event("admin.events"),
  "stakeholder_role.restored": event("admin.events"),
};

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    "stakeholder-roles": typeof events;
  }
}

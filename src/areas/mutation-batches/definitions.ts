/** What the area defines for all others: events. */
import { event } from "../../core/journal/event-types";

export const events = {
  "rollback.delete_card": event("admin.events"),
  "rollback.restore_card": event("admin.events"),
  "rollback.archive_card": event("admin.events"),
  "rollback.restore_card_fields": event("admin.events"),
  "rollback.delete_relation": event("admin.events"),
  "rollback.restore_relation_fields": event("admin.events"),
  "rollback.restore_relation": event("admin.events"),
};

declare module "../../core/journal/event-types" {
  interface DefinedEvents {
    "mutation-batches": typeof events;
  }
}

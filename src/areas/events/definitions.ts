/** The definitions of the area for all others: permissions, checks of the journal. */
import type { Check } from "../../../db/check";
import { adminGroup, type PermissionGroups } from "../../core/access/permissions";

export const permissions = {
  admin: adminGroup({ "admin.events": ["Read the audit trail", "admin"] }),
} satisfies PermissionGroups;

const journalRule = (problem: string, sql: string): Check => ({ check: "journal", problem, sql });

export const checks: readonly Check[] = [
  journalRule(
    "the data of an event is not a JSON object",
    "SELECT id FROM events WHERE CASE WHEN json_valid(data) THEN json_type(data) END IS NOT 'object'",
  ),
  journalRule(
    "a card has no event of its creation",
    // Two sorted lists, and no look-up for each card, whose index a planner without statistics may choose badly.
    "SELECT id FROM cards EXCEPT SELECT entity_id FROM events WHERE event_type = 'card.created'",
  ),
  // Deletions empty these references, so they are not hashed; they must agree with the columns that are.
  journalRule(
    "an event says that somebody else did it, or nobody, than it was sealed with",
    `SELECT id FROM events WHERE seal IS NOT NULL AND user_id IS NOT author_id
      AND (user_id IS NOT NULL OR author_id IN (SELECT id FROM users))`,
  ),
  journalRule(
    "an event about a card stands in the history of another",
    "SELECT id FROM events WHERE event_type GLOB 'card.*' AND card_id <> entity_id",
  ),
  journalRule(
    "an event belongs to a batch that is missing",
    `SELECT id FROM events WHERE batch_id IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM mutation_batches WHERE mutation_batches.id = batch_id)`,
  ),
  journalRule(
    "the number of the next event has been used already",
    "SELECT id FROM events WHERE seq > coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'events'), 0)",
  ),
];

declare module "../../core/area-definitions" {
  interface AreaDefinitions {
    events: typeof import("./definitions");
  }
}

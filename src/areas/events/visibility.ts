/** What of the journal somebody may see: nothing of a thing they may not read, and no costs that are hidden from them. */
import { type Actor, may, mayOnCard } from "../../core/access/actor";
import { eventDefinition } from "../../core/journal/event-types";
import type { Redaction } from "../../core/journal/stream";
import { parsed, payloadText } from "../cards";

type Readable = { event_type: string; card_id: string | null; data: string | null };

/** Whether somebody may read an entry of the journal. What no area defines is for those who may read all of it. */
export function mayRead(actor: Actor, entry: Readable): boolean {
  const visibleTo = eventDefinition(entry.event_type)?.visibleTo ?? "admin.events";
  if (visibleTo === "everyone") return true;
  if (visibleTo === "recipient") return parsed(entry.data)["user_id"] === actor.userId;
  if (visibleTo !== "card") return may(actor, visibleTo);
  return may(actor, "inventory.view") || (entry.card_id !== null && mayOnCard(actor, "card.view", entry.card_id));
}

/** Looks at the journal with the eyes of whoever `actor` gives at that moment. */
export const sightOf =
  (actor: () => Actor): Redaction =>
  (entry) => {
    const viewer = actor();
    return mayRead(viewer, entry) ? payloadText(viewer, entry) : null;
  };

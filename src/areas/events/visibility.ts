/** The events of the journal that a user may read, and their payloads without the costs hidden from the user. */
import { type Actor, may, mayOnCard } from "../../core/access/actor";
import { eventDefinition } from "../../core/journal/event-types";
import type { Redaction } from "../../core/journal/stream";
import { parseObject } from "../../platform/json";
import { redactPayloadText } from "../cards";

type Readable = { event_type: string; card_id: string | null; data: string | null };

/** Checks whether the actor may read an event. One of a type that no area defines needs the permission to read all. */
export function mayRead(actor: Actor, event: Readable): boolean {
  const visibleTo = eventDefinition(event.event_type)?.visibleTo ?? "admin.events";
  if (visibleTo === "everyone") return true;
  if (visibleTo === "recipient") return parseObject(event.data)["user_id"] === actor.userId;
  if (visibleTo !== "card") return may(actor, visibleTo);
  return may(actor, "inventory.view") || (event.card_id !== null && mayOnCard(actor, "card.view", event.card_id));
}

/** Redacts events for whoever `actor` returns at that moment. */
export const redactionFor =
  (actor: () => Actor): Redaction =>
  (event) => {
    const viewer = actor();
    return mayRead(viewer, event) ? redactPayloadText(viewer, event) : null;
  };

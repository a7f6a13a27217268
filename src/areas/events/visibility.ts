/** The events of the journal that a user may read, and their payloads without the costs hidden from the user. */
import { type Actor, may, mayOnCard } from "../../core/access/actor";
import { eventDefinition } from "../../core/journal/event-types";
import type { Redaction } from "../../core/journal/stream";
import { maySeeScenario, type NamedMember } from "../../core/scenarios/access";
import { parseObject } from "../../platform/json";
import { redactPayloadText } from "../cards";

type Readable = { event_type: string; card_id: string | null; data: string | null };

function maySeeScenarioOf(actor: Actor, { data }: Pick<Readable, "data">): boolean {
  const { id, user_id, members } = parseObject(data);
  return typeof id === "string" && maySeeScenario(actor, id, user_id as string, members as NamedMember[] | undefined);
}

/** Checks whether an event is about a scenario. */
const isAbout = (id: string, { event_type, data }: Readable): boolean =>
  eventDefinition(event_type)?.visibleTo === "scenario" && parseObject(data)["id"] === id;

/** Checks whether the actor may read an event. One of a type that no area defines needs the permission to read all. */
export function mayRead(actor: Actor, event: Readable): boolean {
  const visibleTo = eventDefinition(event.event_type)?.visibleTo ?? "admin.events";
  if (visibleTo === "everyone") return true;
  if (visibleTo === "recipient") return parseObject(event.data)["user_id"] === actor.userId;
  if (visibleTo === "scenario") return may(actor, "inventory.view") && maySeeScenarioOf(actor, event);
  if (visibleTo !== "card") return may(actor, visibleTo);
  return may(actor, "inventory.view") || (event.card_id !== null && mayOnCard(actor, "card.view", event.card_id));
}

/**
 * Redacts events for whoever `actor` returns at that moment.
 * @param scenario the one whose events alone are shown; all events without it
 */
export const redactionFor =
  (actor: () => Actor, scenario: string | undefined): Redaction =>
  (event) => {
    if (scenario !== undefined && !isAbout(scenario, event)) return null;
    const viewer = actor();
    return mayRead(viewer, event) ? redactPayloadText(viewer, event) : null;
  };

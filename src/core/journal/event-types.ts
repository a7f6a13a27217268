/** Types of events, as areas define them: payload, visibility and inverse. */

import type { PermissionKey } from "../access/permissions";
import type { DefinitionsOf, KeysOf } from "../area-definitions";

/** The payload of an event; `id` is its subject. */
export type Payload = Record<string, unknown>;

/**
 * The readers of events of a type, in the journal and on the stream: every user; users who may read the event's
 * card; the user whom its `user_id` names; those who may see the scenario that its `id` names; or users with a permission.
 */
export type Visibility = "everyone" | "card" | "recipient" | "scenario" | PermissionKey;

/**
 * The inverse that undoes an event, by its name in the area's `undo`, perhaps chosen by what was stored for the
 * rollback; or the reason why it can't be undone, and when nothing is lost by that: always, or if the batch
 * created what the event is about.
 */
export type Undo =
  | { by: string | ((snapshot: Payload | null) => string) }
  | { not: string; lossless?: "always" | "ifCreatedInBatch" };

/** A type of events. */
export type EventDefinition<P = Payload> = {
  visibleTo: Visibility;
  /** True when it opens no batch, because it changes nothing that could be undone. */
  unbatched?: true;
  /** The way in which it is undone. */
  undo?: Undo;
  /** The payload; it exists as a type only. */
  readonly payload?: P;
};
export type EventDefinitions = Record<string, EventDefinition>;

type AreaEvents = DefinitionsOf<"events">;
/** A type of events that an area defines. */
export type EventType = KeysOf<AreaEvents>;

type PayloadIn<E, T> = E extends unknown
  ? T extends keyof E
    ? E[T] extends EventDefinition<infer P>
      ? P
      : never
    : never
  : never;
/** Type of event → its payload. */
export type EventTypes = { [T in EventType]: PayloadIn<AreaEvents, T> };

/** Defines a type of events with the payload `P`. */
export const event = <P extends Payload = Payload>(
  visibleTo: Visibility,
  rest: Omit<EventDefinition, "visibleTo" | "payload"> = {},
): EventDefinition<P> => ({ visibleTo, ...rest });

let definitions: ReadonlyMap<string, EventDefinition> = new Map();

/** Installs the types of events of areas. */
export function defineEvents(all: readonly EventDefinitions[]): void {
  definitions = new Map(all.flatMap(Object.entries<EventDefinition>));
}

/** Returns the definition of a type of events; undefined when no area defines it any more. */
export const eventDefinition = (type: string): EventDefinition | undefined => definitions.get(type);

/** Returns every type of events. */
export const eventTypes = (): string[] => [...definitions.keys()];

/** Returns the permission that readers of events of a type need; undefined when its subject, or the recipient, decides. */
export function permissionToRead(type: string): PermissionKey | undefined {
  const visibleTo = eventDefinition(type)?.visibleTo ?? "everyone";
  return visibleTo === "everyone" || visibleTo === "card" || visibleTo === "recipient" || visibleTo === "scenario"
    ? undefined
    : visibleTo;
}

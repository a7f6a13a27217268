/** Types of events, as areas define them: what each tells, who may read it, and how it is undone. */
import type { PermissionKey } from "../access/permissions";

/** The payload of an event: `id` is what the event is about. */
export type Payload = Record<string, unknown>;

/**
 * Who may read events of a type, in the journal and on the stream: everybody who is logged in; those who may read the card
 * that the event belongs to; the user whom its `user_id` names; or those who have a permission.
 */
export type Visibility = "everyone" | "card" | "recipient" | PermissionKey;

/**
 * The inverse that undoes an event, by its name in the area's `undo`, perhaps chosen by what was kept for the rollback; or
 * why it can't be undone, and when nothing is lost by that: always, or if the batch created what the event is about.
 */
export type Undo =
  | { by: string | ((kept: Payload | null) => string) }
  | { not: string; lossless?: "always" | "ifCreatedInBatch" };

/** A type of events. */
export type EventDefinition<P = Payload> = {
  visibleTo: Visibility;
  /** Whether it never opens a batch of its own: it changes nothing that could be undone. */
  unbatched?: true;
  /** How it is undone. */
  undo?: Undo;
  /** Only a type: the payload. */
  readonly payload?: P;
};
export type EventDefinitions = Record<string, EventDefinition>;

/** Area → the types of events that it defines; an area adds itself by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: areas add to it
export interface DefinedEvents {}

type AreaEvents = DefinedEvents[keyof DefinedEvents];
type Keys<U> = U extends unknown ? keyof U : never;
/** A type of events. Publishing one that no area defines doesn't compile. */
export type EventType = Keys<AreaEvents> & string;

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

/** Makes known the types of events that areas define. */
export function defineEvents(all: readonly EventDefinitions[]): void {
  definitions = new Map(all.flatMap(Object.entries<EventDefinition>));
}

/** The definition of a type of events; undefined for one that no area defines any more. */
export const eventDefinition = (type: string): EventDefinition | undefined => definitions.get(type);

/** Every type of events that is defined. */
export const eventTypes = (): string[] => [...definitions.keys()];

/** The types of events that a webhook names: single ones, those of a kind as `card.*`, or all as `*`. */
import { eventDefinition, eventTypes } from "../../core/journal/event-types";

/** Notifications are private to their recipients. */
const PRIVATE = "notification.created";

/** Lists the types of events that can be subscribed to. */
export const subscribableTypes = (): string[] => eventTypes().filter((type) => type !== PRIVATE);

const isNamedBy = (name: string, type: string) =>
  name === "*" || name === type || (name.endsWith(".*") && type.startsWith(name.slice(0, -1)));

/** Lists the types of events that some names stand for. */
export const typesNamed = (names: readonly string[]): string[] =>
  subscribableTypes().filter((type) => names.some((name) => isNamedBy(name, type)));

/** Checks whether a text names types of events. */
export const isSubscribable = (name: string): boolean =>
  name !== PRIVATE && (eventDefinition(name) !== undefined || typesNamed([name]).length > 0);

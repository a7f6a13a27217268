/** Kinds of notification, as areas define them. */

import type { DefinitionsOf, KeysOf } from "../area-definitions";

/** A kind of notification. */
export type NotificationKind = {
  /** The default preferences; without them the notification is shown and not mailed. */
  preferences?: { in_app: boolean; email: boolean };
  /** True when users are also notified of their own actions. */
  toSelf?: true;
};
export type NotificationKinds = Record<string, NotificationKind>;

/** A kind of notification that an area defines. */
export type NotificationType = KeysOf<DefinitionsOf<"notifications">>;

let kinds: NotificationKinds = {};

/** Installs the kinds of notification of areas. */
export function defineNotifications(all: readonly NotificationKinds[]): void {
  kinds = Object.assign({}, ...all);
}

/** Checks whether users are also notified of their own actions of a kind. */
export const isSentToSelf = (kind: string): boolean => kinds[kind]?.toSelf === true;

/** Channel → kind of notification → whether a user wants it. */
export type NotificationPreferences = { in_app: Record<string, boolean>; email: Record<string, boolean> };

/** Returns the preferences of a user who has set none. */
export function defaultPreferences(): NotificationPreferences {
  const named = Object.entries(kinds).flatMap(([kind, { preferences }]) =>
    preferences ? [{ kind, preferences }] : [],
  );
  const channel = (name: "in_app" | "email") =>
    Object.fromEntries(named.map(({ kind, preferences }) => [kind, preferences[name]]));
  return { in_app: channel("in_app"), email: channel("email") };
}

/**
 * Returns the preferences that a user has set, with the defaults of the kinds that they don't name; the defaults without
 * any.
 */
export function completed(own: NotificationPreferences | null): NotificationPreferences {
  const defaults = defaultPreferences();
  return own === null
    ? defaults
    : { in_app: { ...defaults.in_app, ...own.in_app }, email: { ...defaults.email, ...own.email } };
}

/** Returns the channels by which a user gets a kind of notification, with the preferences that they have set. */
export function channelsOf(
  own: Partial<NotificationPreferences> | null,
  kind: string,
): { in_app: boolean; email: boolean } {
  const { in_app = true, email = false } = kinds[kind]?.preferences ?? {};
  return { in_app: own?.in_app?.[kind] ?? in_app, email: own?.email?.[kind] ?? email };
}

/** Kinds of notification, as areas define them. */

/** A kind of notification. */
export type NotificationKind = {
  /** What holds for a user who has set nothing; without it the application shows the notification and sends no mail. */
  preferences?: { in_app: boolean; email: boolean };
  /** Whether one is notified even of what one did oneself. */
  toSelf?: true;
};
export type NotificationKinds = Record<string, NotificationKind>;

/** Area → the kinds of notification that it defines; an area adds itself by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: areas add to it
export interface DefinedNotifications {}
type AreaKinds = DefinedNotifications[keyof DefinedNotifications];
/** A kind of notification that may be sent. */
export type NotificationType = AreaKinds extends infer K ? (K extends unknown ? keyof K & string : never) : never;

let kinds: NotificationKinds = {};

/** Makes known the kinds that areas define. */
export function defineNotifications(all: readonly NotificationKinds[]): void {
  kinds = Object.assign({}, ...all);
}

/** Whether one is notified of a kind even when one did it oneself. */
export const isSentToSelf = (kind: string): boolean => kinds[kind]?.toSelf === true;

/** Channel → kind of notification → whether a user wants it. */
export type NotificationPreferences = { in_app: Record<string, boolean>; email: Record<string, boolean> };

/** What holds for a user who has set nothing. */
export function defaultPreferences(): NotificationPreferences {
  const named = Object.entries(kinds).flatMap(([kind, { preferences }]) =>
    preferences ? [{ kind, preferences }] : [],
  );
  const channel = (name: "in_app" | "email") =>
    Object.fromEntries(named.map(({ kind, preferences }) => [kind, preferences[name]]));
  return { in_app: channel("in_app"), email: channel("email") };
}

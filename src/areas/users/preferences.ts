/** Preferences that users set for themselves. */
import { transaction } from "../../../db";
import { type Account, findUser, updateUser } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { notificationPreferencesOf, type UiPreferences, uiPreferencesOf } from "../../core/access/preferences";
import { publish } from "../../core/journal/journal";
import type { NotificationPreferences } from "../../core/notify/kinds";
import { invalid, unauthenticated } from "../../http/errors";
import type { HomeLayout, NotificationChanges, UiChanges } from "./model";

/** Kinds of notification that one user's preferences may name in a channel; there are two dozen. */
const MAX_TYPES = 200;

/**
 * Finds the caller's account.
 * @throws Problem 401 when it was deleted after the request was authenticated
 */
export function requireOwnAccount(actor: Actor): Account {
  const account = findUser(actor.userId);
  if (!account) throw unauthenticated("User not found or inactive");
  return account;
}

/** Finds the caller's preferences for notifications. */
export const findNotificationPreferences = (actor: Actor): NotificationPreferences =>
  notificationPreferencesOf(requireOwnAccount(actor));

/**
 * Merges changes into the caller's notification preferences.
 * @throws Problem 422 when too many kinds are named
 */
export function updateNotificationPreferences(actor: Actor, changes: NotificationChanges): NotificationPreferences {
  return transaction(() => {
    const merged = { ...findNotificationPreferences(actor) };
    for (const channel of ["in_app", "email"] as const) {
      merged[channel] = { ...merged[channel], ...changes[channel] };
      if (Object.keys(merged[channel]).length > MAX_TYPES)
        throw invalid(["body", channel], `must not bring the types that are named to more than ${MAX_TYPES}`);
    }
    updateUser(actor.userId, { notification_preferences: merged });
    return merged;
  });
}

/** Finds the caller's preferences for the front end. */
export const findUiPreferences = (actor: Actor): UiPreferences => uiPreferencesOf(requireOwnAccount(actor));

/** Updates the caller's preferences for the front end; null deletes one. */
export function updateUiPreferences(actor: Actor, changes: UiChanges): UiPreferences {
  return transaction(() => {
    const { dashboard_default_tab: before, ...rest } = requireOwnAccount(actor).ui_preferences ?? {};
    const { dashboard_default_tab: tab = before } = changes;
    const ui_preferences = { ...rest, ...(tab ? { dashboard_default_tab: tab } : {}) };
    updateUser(actor.userId, { ui_preferences });
    const { home: _, ...shown } = ui_preferences;
    return shown as UiPreferences;
  });
}

/** Home for whoever has arranged nothing. */
const USUAL_HOME: HomeLayout = { parts: ["figures", "waiting", "cards", "changed"], reports: [] };

/** Finds the caller's arrangement of home. */
export const findHomeLayout = (actor: Actor): HomeLayout =>
  (requireOwnAccount(actor).ui_preferences?.home as HomeLayout | undefined) ?? USUAL_HOME;

/** Gives an account an arrangement of home. */
export const setHomeLayout = ({ id, ui_preferences }: Account, home: HomeLayout): void =>
  void updateUser(id, { ui_preferences: { ...ui_preferences, home } });

/** Updates the caller's arrangement of home; what is named twice counts once. Publishes `user.home_arranged` if it changes. */
export function updateHomeLayout(actor: Actor, { parts, reports }: HomeLayout): HomeLayout {
  return transaction(() => {
    const home = { parts: [...new Set(parts)], reports: [...new Set(reports)] };
    const [account, before] = [requireOwnAccount(actor), findHomeLayout(actor)];
    if (Bun.deepEquals(before, home)) return home;
    setHomeLayout(account, home);
    const { id, display_name: name } = account;
    publish(actor, { type: "user.home_arranged", data: { id, user_id: id, name }, undo: { home: before } });
    return home;
  });
}

/** What users set for themselves. */
import { transaction } from "../../../db";
import { findUser, updateUser } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { notificationPreferencesOf, type UiPreferences, uiPreferencesOf } from "../../core/access/preferences";
import type { NotificationPreferences } from "../../core/notify/kinds";
import { invalid, unauthenticated } from "../../http/errors";
import type { NotificationChanges, UiChanges } from "./model";

/** Types of notifications that one user's preferences may name in a channel; there are two dozen. */
const MOST_TYPES = 200;

/** The caller's account. It was there a moment ago, when the guard looked. */
function accountOf(actor: Actor) {
  const account = findUser(actor.userId);
  if (!account) throw unauthenticated("User not found or inactive");
  return account;
}

/** What the caller wants to be told of. */
export const getNotificationPreferences = (actor: Actor): NotificationPreferences =>
  notificationPreferencesOf(accountOf(actor));

/**
 * Merges changes into what the caller wants to be told of.
 * @throws Problem 422 when too many types are named
 */
export function changeNotificationPreferences(actor: Actor, changes: NotificationChanges): NotificationPreferences {
  return transaction(() => {
    const merged = { ...getNotificationPreferences(actor) };
    for (const channel of ["in_app", "email"] as const) {
      merged[channel] = { ...merged[channel], ...changes[channel] };
      if (Object.keys(merged[channel]).length > MOST_TYPES)
        throw invalid(["body", channel], `must not bring the types that are named to more than ${MOST_TYPES}`);
    }
    updateUser(actor.userId, { notification_preferences: merged });
    return merged;
  });
}

/** How the application looks for the caller. */
export const getUiPreferences = (actor: Actor): UiPreferences => uiPreferencesOf(accountOf(actor));

/** Changes how the application looks for the caller; null takes a preference back. */
export function changeUiPreferences(actor: Actor, changes: UiChanges): UiPreferences {
  return transaction(() => {
    const { dashboard_default_tab: tab } = changes;
    const { dashboard_default_tab: before, ...rest } = accountOf(actor).ui_preferences ?? {};
    const wanted = tab === undefined ? before : tab;
    const uiPreferences = { ...rest, ...(wanted && { dashboard_default_tab: wanted }) };
    updateUser(actor.userId, { ui_preferences: uiPreferences });
    return uiPreferences as UiPreferences;
  });
}

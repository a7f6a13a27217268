/** Preferences of users, and their defaults. */
import { z } from "zod";
import { namedObject } from "../../http/schemas";
import { completed, type NotificationPreferences } from "../notify/kinds";
import type { Account } from "./accounts";

/** Returns the notifications that a user wants, by channel. */
export const notificationPreferencesOf = (
  account: Pick<Account, "notification_preferences">,
): NotificationPreferences => completed(account.notification_preferences);

export const UiPreferences = namedObject("UiPreferences", {
  dashboard_default_tab: z.enum(["overview", "workspace", "admin"]).optional(),
});
export type UiPreferences = z.infer<typeof UiPreferences>;

/** Returns the preferences of a user for the user interface. */
export function uiPreferencesOf(account: Pick<Account, "ui_preferences">): UiPreferences {
  const { home: _, ...stored } = account.ui_preferences ?? {};
  return Object.keys(stored).length > 0 ? stored : { dashboard_default_tab: "overview" };
}

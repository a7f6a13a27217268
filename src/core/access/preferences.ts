/** What users have set for themselves, and what holds while they haven't. */
import { z } from "zod";
import { defaultPreferences, type NotificationPreferences } from "../notify/kinds";
import type { Account } from "./accounts";

/** What a user wants to be told of, and how. */
export const notificationPreferencesOf = (
  account: Pick<Account, "notification_preferences">,
): NotificationPreferences => account.notification_preferences ?? defaultPreferences();

export const UiPreferences = z
  .object({ dashboard_default_tab: z.enum(["overview", "workspace", "admin"]).optional() })
  .meta({ id: "UiPreferences" });
export type UiPreferences = z.infer<typeof UiPreferences>;

/** How a user wants the application to look. */
export function uiPreferencesOf(account: Pick<Account, "ui_preferences">): UiPreferences {
  const stored = account.ui_preferences;
  return stored && Object.keys(stored).length > 0 ? stored : { dashboard_default_tab: "overview" };
}

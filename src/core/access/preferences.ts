/** What users have set for themselves, and what holds while they haven't. */
import { z } from "zod";
import type { Account } from "./accounts";

/** Channel → type of notification → whether the user wants it. */
export type NotificationPreferences = { in_app: Record<string, boolean>; email: Record<string, boolean> };

/** What holds for a user who has set nothing. What isn't named is told in the application and not by mail. */
export const defaultPreferences: NotificationPreferences = {
  in_app: {
    todo_assigned: true,
    task_assigned: true,
    card_updated: true,
    comment_added: true,
    approval_status_changed: true,
    soaw_sign_requested: true,
    soaw_signed: true,
    survey_request: true,
  },
  email: {
    todo_assigned: true,
    task_assigned: true,
    card_updated: false,
    comment_added: false,
    approval_status_changed: false,
    soaw_sign_requested: true,
    soaw_signed: true,
    survey_request: true,
  },
};

/** What a user wants to be told of, and how. */
export const notificationPreferencesOf = (
  account: Pick<Account, "notification_preferences">,
): NotificationPreferences => account.notification_preferences ?? defaultPreferences;

export const UiPreferences = z
  .object({ dashboard_default_tab: z.enum(["overview", "workspace", "admin"]).optional() })
  .meta({ id: "UiPreferences" });
export type UiPreferences = z.infer<typeof UiPreferences>;

/** How a user wants the application to look. */
export function uiPreferencesOf(account: Pick<Account, "ui_preferences">): UiPreferences {
  const stored = account.ui_preferences;
  return stored && Object.keys(stored).length > 0 ? stored : { dashboard_default_tab: "overview" };
}

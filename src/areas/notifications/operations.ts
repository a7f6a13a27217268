/** /notifications */
import { get, type Operation, patch, post } from "../../core/api/operation";
import { badgeCounts } from "../../core/notify/badges";
import { Ok } from "../../http/schemas";
import * as model from "./model";
import { countUnread, listNotifications, markAllRead, markRead } from "./service";

const OWN = { permission: "notifications.manage" } as const;

export const operations: readonly Operation[] = [
  get(
    "/notifications",
    "The caller's notifications, newest first",
    { ...OWN, query: model.NotificationQuery, answer: model.NotificationList },
    ({ query, actor }) => listNotifications(actor.userId, query),
  ),
  get(
    "/notifications/unread-count",
    "How many notifications the caller hasn't read",
    { ...OWN, answer: model.Count },
    ({ actor }) => ({ count: countUnread(actor.userId) }),
  ),
  get(
    "/notifications/badge-counts",
    "How much waits for the caller: todos and surveys",
    { ...OWN, answer: model.BadgeCounts },
    ({ actor }) => badgeCounts(actor.userId),
  ),
  post(
    "/notifications/mark-all-read",
    "Mark all notifications as read",
    { operationId: "markAllNotificationsRead", ...OWN, answer: model.Marked },
    ({ actor }) => ({ marked: markAllRead(actor.userId) }),
  ),
  patch(
    "/notifications/{notification_id}/read",
    "Mark a notification as read",
    { operationId: "markNotificationRead", ...OWN, answer: Ok },
    ({ params, actor }) => markRead(actor.userId, params.notification_id),
  ),
];

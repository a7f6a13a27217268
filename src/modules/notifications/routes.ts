/** /notifications */
import { Elysia } from "elysia";
import { guard } from "../../core/access/guard";
import { badgeCounts } from "../../core/notifications/badges";
import { answers } from "../../http/responses";
import { Ok, ok } from "../../http/schemas";
import { BadgeCounts, Count, Marked, NotificationList, NotificationParams, NotificationQuery } from "./model";
import { countUnread, listNotifications, markAllRead, markRead } from "./service";

const OWN = { permission: "notifications.manage" } as const;

export const notifications = new Elysia({ prefix: "/notifications", tags: ["notifications"] })
  .use(guard)
  .get("/", ({ query, actor }) => listNotifications(actor.userId, query), {
    ...OWN,
    query: NotificationQuery,
    response: answers(NotificationList),
    detail: { summary: "The caller's notifications, newest first" },
  })
  .get("/unread-count", ({ actor }) => ({ count: countUnread(actor.userId) }), {
    ...OWN,
    response: answers(Count),
    detail: { summary: "How many notifications the caller hasn't read" },
  })
  .get("/badge-counts", ({ actor }) => badgeCounts(actor.userId), {
    ...OWN,
    response: answers(BadgeCounts),
    detail: { summary: "How much waits for the caller: todos and surveys" },
  })
  .post("/mark-all-read", ({ actor }) => ({ marked: markAllRead(actor.userId) }), {
    ...OWN,
    response: answers(Marked),
    detail: { summary: "Mark all notifications as read" },
  })
  .patch(
    "/:notification_id/read",
    ({ params, actor }) => {
      markRead(actor.userId, params.notification_id);
      return ok;
    },
    { ...OWN, params: NotificationParams, response: answers(Ok), detail: { summary: "Mark a notification as read" } },
  );

/** Notifications of the account that is logged in. */
import { answered, api } from "../server/client";
import { query } from "../server/queries";

const SHOWN = 100;

/** The newest notifications, and how many are unread. */
export const notificationsQuery = query(["notifications", "list"], ["notification."], ({ signal }) =>
  answered(api.GET("/api/v1/notifications", { signal, params: { query: { page_size: SHOWN } } })),
);

/** The number of unread ones. */
export const unreadQuery = query(["notifications", "unread"], ["notification."], ({ signal }) =>
  answered(api.GET("/api/v1/notifications/unread-count", { signal })),
);

/** The number of open todos and of surveys to answer. */
export const badgesQuery = query(["notifications", "badges"], ["notification.", "todo.", "survey."], ({ signal }) =>
  answered(api.GET("/api/v1/notifications/badge-counts", { signal })),
);

/** Marks a notification as read. */
export const markRead = (notification_id: string) =>
  api.PATCH("/api/v1/notifications/{notification_id}/read", { params: { path: { notification_id } } });

/** Marks all as read. */
export const markAllRead = () => api.POST("/api/v1/notifications/mark-all-read");

/** A user's own notifications. */
import { firstValue, statement, transaction } from "../../../db";
import * as inbox from "../../core/notify/inbox";
import { notFound } from "../../http/errors";
import { timeDirection } from "../../http/pagination";
import type { Notification, NotificationQuery } from "./model";

type Row = Omit<Notification, "is_read" | "data"> & { is_read: number; data: string };

/** Lists a page of a user's notifications, newest first unless the query sorts otherwise. */
export function listNotifications(userId: string, { is_read, page, page_size, ...sorting }: NotificationQuery) {
  const [condition, values] =
    is_read === undefined
      ? ["n.user_id = ?", [userId]]
      : ["n.user_id = ? AND n.is_read = ?", [userId, is_read ? 1 : 0]];
  const items = statement<Row>(
    `SELECT n.id, n.user_id, n.type, n.title, n.message, n.link, n.is_read, n.data, n.card_id, n.actor_id,
       a.display_name AS actor_name, n.created_at
     FROM notifications n LEFT JOIN users a ON a.id = n.actor_id
     WHERE ${condition} ORDER BY n.seq ${timeDirection(sorting)} LIMIT ? OFFSET ?`,
  )
    .all(...values, page_size, (page - 1) * page_size)
    .map((row) => ({ ...row, is_read: row.is_read === 1, data: JSON.parse(row.data) as Notification["data"] }));
  const total = statement<{ total: number }>(`SELECT count(*) AS total FROM notifications n WHERE ${condition}`);
  return { items, total: total.get(...values)?.total ?? 0, page, page_size };
}

/** Returns the number of a user's unread notifications. */
export const countUnread = (userId: string): number =>
  firstValue<number>("SELECT count(*) AS count FROM notifications WHERE user_id = ? AND is_read = 0", userId) ?? 0;

/**
 * Marks a notification as read.
 * @throws Problem 404 when the user has no such notification
 */
export function markRead(userId: string, id: string): void {
  transaction(() => {
    if (!inbox.markRead(userId, id)) throw notFound("Notification");
  });
}

/** Marks all notifications of a user as read. @returns the number of those that were unread */
export const markAllRead = (userId: string): number => transaction(() => inbox.markAllRead(userId));

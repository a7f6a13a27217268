/** A user's own notifications. */
import { statement, transaction } from "../../../db";
import { notFound } from "../../http/errors";
import { timeDirection } from "../../http/pagination";
import type { Notification, NotificationQuery } from "./model";

type Row = Omit<Notification, "is_read" | "data"> & { is_read: number; data: string };

/** A page of a user's notifications, newest first. */
export function listNotifications(userId: string, { is_read, page, page_size, ...sorting }: NotificationQuery) {
  const [read, values] = is_read === undefined ? ["", [userId]] : [" AND n.is_read = ?", [userId, is_read ? 1 : 0]];
  const rows = statement<Row>(
    `SELECT n.id, n.user_id, n.type, n.title, n.message, n.link, n.is_read, n.data, n.card_id, n.actor_id,
            a.display_name AS actor_name, n.created_at
     FROM notifications n LEFT JOIN users a ON a.id = n.actor_id WHERE n.user_id = ?${read} ORDER BY n.seq ${timeDirection(sorting)} LIMIT ? OFFSET ?`,
  ).all(...values, page_size, (page - 1) * page_size);
  const total =
    statement<{ total: number }>(`SELECT count(*) AS total FROM notifications n WHERE n.user_id = ?${read}`).get(
      ...values,
    )?.total ?? 0;
  const items = rows.map((row) => ({
    ...row,
    is_read: row.is_read === 1,
    data: JSON.parse(row.data) as Record<string, unknown>,
  }));
  return { items, total, page, page_size };
}

/** How many notifications a user hasn't read. */
export const countUnread = (userId: string): number =>
  statement<{ count: number }, [string]>(
    "SELECT count(*) AS count FROM notifications WHERE user_id = ? AND is_read = 0",
  ).get(userId)?.count ?? 0;

/**
 * Marks one as read; it may be already.
 * @throws Problem 404 when the user has no such notification
 */
export function markRead(userId: string, id: string): void {
  transaction(() => {
    const marked = statement<{ id: string }, [string, string]>(
      "UPDATE notifications SET is_read = 1 WHERE id = ? AND user_id = ? RETURNING id",
    ).get(id, userId);
    if (!marked) throw notFound("Notification");
  });
}

/** Marks all of a user's as read. @returns how many weren't */
export const markAllRead = (userId: string): number =>
  transaction(
    () => statement("UPDATE notifications SET is_read = 1 WHERE user_id = ? AND is_read = 0").run(userId).changes,
  );

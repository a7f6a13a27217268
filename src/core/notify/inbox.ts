/** The notifications of a user that are read. */
import { hasRow, statement } from "../../../db";

/** Marks a user's notification as read; part of the running transaction. @returns false when the user has no such one */
export const markRead = (userId: string, id: string): boolean =>
  hasRow("UPDATE notifications SET is_read = 1 WHERE id = ? AND user_id = ? RETURNING id", id, userId);

/** Marks all notifications of a user as read; part of the running transaction. @returns the number of those that were unread */
export const markAllRead = (userId: string): number =>
  statement("UPDATE notifications SET is_read = 1 WHERE user_id = ? AND is_read = 0").run(userId).changes;

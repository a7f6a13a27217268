/** Telling users of what concerns them: a row of their own, and an event on their stream. */
import { inList, listOf, statement } from "../../../db";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { type Author, publish } from "../journal/journal";
import { hasMailServer } from "../settings/email";
import { defaultPreferences, isSentToSelf, type NotificationPreferences, type NotificationType } from "./kinds";

export type Notice = {
  userId: string;
  type: NotificationType;
  title: string;
  message: string;
  /** A path of the front end; begins with a slash. */
  link?: string | undefined;
  data?: Record<string, unknown>;
  cardId?: string | undefined;
  /** Who did it; they aren't told of it themselves, but for the types below. */
  actorId?: string | undefined;
};

const LONGEST_TITLE = 500;
const LONGEST_LINK = 500;

type Recipient = { id: string; notification_preferences: string | null };

/** The active users among the recipients, with what they want to be told of. */
function recipients(notices: readonly Notice[]): Map<string, NotificationPreferences> {
  const ids = [...new Set(notices.map((notice) => notice.userId))];
  const rows = statement<Recipient, [string]>(
    `SELECT id, notification_preferences FROM users WHERE is_active = 1 AND ${inList("id")}`,
  ).all(listOf(ids));
  return new Map(
    rows.map((row) => [
      row.id,
      row.notification_preferences === null
        ? defaultPreferences()
        : (JSON.parse(row.notification_preferences) as NotificationPreferences),
    ]),
  );
}

/**
 * Tells users of things, each as they want it: not at all, in the application, or by mail too (a mail gathers what there is
 * for its recipient when it goes out). Part of the running transaction.
 */
export function notify(author: Author, notices: readonly Notice[]): void {
  if (notices.length === 0) return;
  const preferences = recipients(notices);
  // Who sets mail up one day wants no mail of all that has happened before.
  const byMail = hasMailServer();
  const at = now();
  for (const notice of notices) {
    const { userId, type, link, actorId } = notice;
    const wishes = preferences.get(userId);
    if (!wishes || wishes.in_app[type] === false) continue;
    if (actorId === userId && !isSentToSelf(type)) continue;
    const id = newId();
    const title = notice.title.slice(0, LONGEST_TITLE);
    const data = JSON.stringify(notice.data ?? {});
    const path = link?.slice(0, LONGEST_LINK) ?? null;
    statement(
      `INSERT INTO notifications (id, user_id, type, title, message, link, mail_wanted, data, card_id, actor_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      id,
      userId,
      type,
      title,
      notice.message,
      path,
      byMail && wishes.email[type] === true ? 1 : 0,
      data,
      notice.cardId ?? null,
      actorId ?? null,
      at,
    );
    publish(author, {
      type: "notification.created",
      data: { id, user_id: userId, type, title, message: notice.message, link: path },
    });
  }
}

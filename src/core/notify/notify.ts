/** Notifications of users: a row, an event on the stream and, if wanted, a mail. */
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
  /** The user who acted; not notified themselves unless the kind says so. */
  actorId?: string | undefined;
};

const LONGEST_TITLE = 500;
const LONGEST_LINK = 500;

type Recipient = { id: string; notification_preferences: string | null };

/** The preferences of the recipients who are active, by their ids. */
function preferencesOf(notices: readonly Notice[]): Map<string, NotificationPreferences> {
  const rows = statement<Recipient, [string]>(
    `SELECT id, notification_preferences FROM users WHERE is_active = 1 AND ${inList("id")}`,
  ).all(listOf([...new Set(notices.map((notice) => notice.userId))]));
  return new Map(
    rows.map(({ id, notification_preferences: own }) => [id, own === null ? defaultPreferences() : JSON.parse(own)]),
  );
}

/** Notifies users as their preferences say, as part of the running transaction. Mails are queued by `mailNotifications`. */
export function notify(author: Author, notices: readonly Notice[]): void {
  if (notices.length === 0) return;
  const preferences = preferencesOf(notices);
  // Without a mail server nothing is marked for mail, so that setting one up later doesn't send old notifications.
  const canMail = hasMailServer();
  const at = now();
  for (const notice of notices) {
    const { userId, type, message, actorId = null, cardId = null } = notice;
    const wanted = preferences.get(userId);
    if (!wanted || wanted.in_app[type] === false) continue;
    if (actorId === userId && !isSentToSelf(type)) continue;
    const id = newId();
    const title = notice.title.slice(0, LONGEST_TITLE);
    const link = notice.link?.slice(0, LONGEST_LINK) ?? null;
    const byMail = canMail && wanted.email[type] === true ? 1 : 0;
    const data = JSON.stringify(notice.data ?? {});
    statement(
      `INSERT INTO notifications (id, user_id, type, title, message, link, mail_wanted, data, card_id, actor_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(id, userId, type, title, message, link, byMail, data, cardId, actorId, at);
    publish(author, { type: "notification.created", data: { id, user_id: userId, type, title, message, link } });
  }
}

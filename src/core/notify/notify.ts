/** Notifications of users: a row, an event on the stream and, if wanted, a mail. */
import { among, statement } from "../../../db";
import { now } from "../../platform/clock";
import { freshId } from "../../platform/ids";
import { type Author, type NewEvent, publishAll } from "../journal/journal";
import { hasMailServer } from "../settings/email";
import { channelsOf, isSentToSelf, type NotificationPreferences, type NotificationType } from "./kinds";

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

/** Returns what the recipients who are active have set as their preferences, by their ids. */
function preferencesOf(notices: readonly Notice[]): Map<string, NotificationPreferences | null> {
  const { sql, parameter } = among("id", [...new Set(notices.map((notice) => notice.userId))]);
  const rows = statement<Recipient>(
    `SELECT id, notification_preferences FROM users WHERE is_active = 1 AND ${sql}`,
  ).all(parameter);
  return new Map(rows.map(({ id, notification_preferences: own }) => [id, own === null ? null : JSON.parse(own)]));
}

/** Checks whether a user is to be notified of something at all: of their own actions only if the kind says so. */
const isDue = ({ userId, actorId, type }: Notice) => actorId !== userId || isSentToSelf(type);

/** Notifies users as their preferences say, as part of the running transaction. Mails are queued by `mailNotifications`. */
export function notify(author: Author, notices: readonly Notice[]): void {
  const due = notices.filter(isDue);
  if (due.length === 0) return;
  const preferences = preferencesOf(due);
  const at = now();
  const events = due.flatMap((notice) => {
    const own = preferences.get(notice.userId);
    if (own === undefined) return [];
    const wanted = channelsOf(own, notice.type);
    if (!wanted.in_app) return [];
    // Without a mail server nothing is marked for mail, so that setting one up later doesn't send old notifications.
    return [createNotification(notice, wanted.email && hasMailServer(), at)];
  });
  publishAll(author, events);
}

/** Creates a notification. @returns the event that publishes it */
function createNotification(notice: Notice, byMail: boolean, at: string): NewEvent<"notification.created"> {
  const { userId, type, message, actorId = null, cardId = null } = notice;
  const id = freshId();
  const title = notice.title.slice(0, LONGEST_TITLE);
  const link = notice.link?.slice(0, LONGEST_LINK) ?? null;
  statement(
    `INSERT INTO notifications (id, user_id, type, title, message, link, mail_wanted, data, card_id, actor_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(id, userId, type, title, message, link, byMail ? 1 : 0, JSON.stringify(notice.data ?? {}), cardId, actorId, at);
  return { type: "notification.created", data: { id, user_id: userId, type, title, message, link } };
}

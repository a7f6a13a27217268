/** Notifications by mail: a user's pending notifications are combined into one mail. */
import { allValues, inList, listOf, statement, transaction } from "../../../db";
import { fromNow, SECOND } from "../../platform/clock";
import { queueMail } from "../mail/outbox";
import { addressOf, compose } from "../mail/templates";
import { mailServer } from "../settings/email";

type Pending = { id: string; user_id: string; email: string; title: string; message: string; link: string | null };

/** The time that a notification waits for others to be combined with. */
const DELAY = 20 * SECOND;
/** Users per run, and notifications that one mail lists. */
const MAX_USERS = 100;
const MAX_LINES = 50;

function mailFor(pending: readonly Pending[]) {
  const [first] = pending as [Pending, ...Pending[]];
  if (pending.length === 1)
    return compose({
      to: first.email,
      subject: first.title,
      title: first.title,
      lines: first.message ? [first.message] : [],
      link: first.link ?? undefined,
    });
  const lines = pending
    .slice(0, MAX_LINES)
    .map(({ title, message, link }) => [title, message, link && addressOf(link)].filter(Boolean).join(" — "));
  const more = pending.length - lines.length;
  return compose({
    to: first.email,
    subject: `${pending.length} notifications`,
    title: `${pending.length} notifications`,
    lines: more > 0 ? [...lines, `… and ${more} more`] : lines,
    link: "/",
  });
}

/** Queues one mail for each user whose oldest pending notification is older than `delay` milliseconds. */
export function mailNotifications(delay = DELAY): void {
  if (!mailServer()) return;
  transaction(() => {
    const users = allValues<string>(
      "SELECT DISTINCT user_id FROM notifications WHERE mail_wanted = 1 AND created_at <= ? LIMIT ?",
      fromNow(-delay),
      MAX_USERS,
    );
    if (users.length === 0) return;
    const ids = listOf(users);
    const rows = statement<Pending, [string]>(
      `SELECT n.id, n.user_id, u.email, n.title, n.message, n.link FROM notifications n JOIN users u ON u.id = n.user_id
       WHERE n.mail_wanted = 1 AND ${inList("n.user_id")} AND u.is_active = 1
         AND u.is_service_account = 0 ORDER BY n.seq`,
    ).all(ids);
    for (const pending of Map.groupBy(rows, (row) => row.user_id).values()) queueMail(mailFor(pending));
    statement(
      `UPDATE notifications SET mail_wanted = 0, is_emailed = 1 WHERE mail_wanted = 1 AND ${inList("user_id")}`,
    ).run(ids);
  });
}

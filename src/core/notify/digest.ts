/** Notifications by mail: what has gathered for a user goes out as one. */
import { inList, listOf, statement, transaction } from "../../../db";
import { fromNow, SECOND } from "../../platform/clock";
import { queueMail } from "../mail/outbox";
import { addressOf, compose } from "../mail/templates";
import { mailServer } from "../settings/email";

type Gathered = { id: string; user_id: string; email: string; title: string; message: string; link: string | null };

/** How long after a notification its mail goes out: what follows at once is gathered into the same one. */
const GATHERING = 20 * SECOND;
/** Users served in one go, and notifications that one mail spells out. */
const MOST_USERS = 100;
const MOST_LINES = 50;

function mailFor(gathered: readonly Gathered[]) {
  const [first] = gathered as [Gathered, ...Gathered[]];
  if (gathered.length === 1)
    return compose({
      to: first.email,
      subject: first.title,
      title: first.title,
      lines: first.message ? [first.message] : [],
      link: first.link ?? undefined,
    });
  const lines = gathered
    .slice(0, MOST_LINES)
    .map(({ title, message, link }) => [title, message, link && addressOf(link)].filter(Boolean).join(" — "));
  const more = gathered.length - lines.length;
  return compose({
    to: first.email,
    subject: `${gathered.length} notifications`,
    title: `${gathered.length} notifications`,
    lines: more > 0 ? [...lines, `… and ${more} more`] : lines,
    link: "/",
  });
}

/**
 * Puts what has gathered for users into the outbox, one mail for each, once the oldest has waited long enough.
 * @param wait how long that is, in milliseconds
 */
export function mailNotifications(wait = GATHERING): void {
  if (!mailServer()) return;
  transaction(() => {
    const users = statement<{ user_id: string }, [string, number]>(
      "SELECT DISTINCT user_id FROM notifications WHERE mail_wanted = 1 AND created_at <= ? LIMIT ?",
    )
      .all(fromNow(-wait), MOST_USERS)
      .map((row) => row.user_id);
    if (users.length === 0) return;
    const ids = listOf(users);
    const rows = statement<Gathered, [string]>(
      `SELECT n.id, n.user_id, u.email, n.title, n.message, n.link FROM notifications n JOIN users u ON u.id = n.user_id
       WHERE n.mail_wanted = 1 AND ${inList("n.user_id")} AND u.is_active = 1 ORDER BY n.seq`,
    ).all(ids);
    for (const gathered of Map.groupBy(rows, (row) => row.user_id).values()) queueMail(mailFor(gathered));
    statement(
      `UPDATE notifications SET mail_wanted = 0, is_emailed = 1 WHERE mail_wanted = 1 AND ${inList("user_id")}`,
    ).run(ids);
  });
}

/**
 * The outbox: mails are queued in a table until the mail server accepts them. Their texts are encrypted, because they may
 * contain links with tokens, and deleted once they are sent.
 */
import { statement, transaction, transactionInTurn } from "../../../db";
import { DAY, fromNow, HOUR, MINUTE, now } from "../../platform/clock";
import { decryptSecret, encryptSecret } from "../../platform/crypto";
import { freshId } from "../../platform/ids";
import { log } from "../../platform/log";
import { mailServer } from "../settings/email";
import type { Mail } from "./templates";
import { MailError, sendMail } from "./transport";

type QueuedMail = Record<"id" | "recipient" | "subject" | "text" | "html" | "created_at", string> & {
  attempts: number;
};

/** The pauses after failed attempts; the last one is repeated. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR];
/** The longest pause while the mail server is unreachable. */
const LONGEST_WITHOUT_SERVER = HOUR;
/** Refusals by the mail server after which a mail is not sent again. */
const MAX_REFUSALS = 10;
/** The time that mails are retried while the mail server is unreachable: the lifetime of an invitation's link. */
const LONGEST_WAIT = 14 * DAY;
/** The time that a mail is reserved for the process that sends it. */
const RESERVED = 2 * MINUTE;
/** The time that the rows of mails are stored after they were sent or discarded. */
const LIFETIME = 30 * DAY;

/** Adds a mail to the outbox, as part of the running transaction. @returns its id */
export function queueMail(mail: Mail): string {
  const id = freshId();
  statement(
    "INSERT INTO mail_outbox (id, recipient, subject, text, html, next_attempt, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  ).run(id, mail.to, mail.subject, encryptSecret(mail.text), encryptSecret(mail.html), now(), now());
  return id;
}

/** Reserves a mail that is due, or the one with an id. */
async function reserve(id?: string): Promise<QueuedMail | null> {
  const which =
    id === undefined ? "next_attempt <= ? ORDER BY next_attempt" : "next_attempt IS NOT NULL AND id = ? ORDER BY seq";
  return transactionInTurn(() =>
    statement<QueuedMail, [string, string]>(
      `UPDATE mail_outbox SET next_attempt = ? WHERE seq IN (SELECT seq FROM mail_outbox WHERE ${which} LIMIT 1)
       RETURNING id, recipient, subject, text, html, attempts, created_at`,
    ).get(fromNow(RESERVED), id ?? now()),
  );
}

async function recordSuccess(id: string): Promise<void> {
  await transactionInTurn(() =>
    statement(
      "UPDATE mail_outbox SET sent_at = ?, next_attempt = NULL, last_error = NULL, text = '', html = '' WHERE id = ?",
    ).run(now(), id),
  );
}

/** Returns the instant to send a mail again after a number of attempts; null when it is discarded. */
function nextAttempt(tried: number, { created_at }: QueuedMail, refused: boolean): string | null {
  const pause = PAUSES[Math.min(tried, PAUSES.length) - 1] as number;
  if (refused) return tried >= MAX_REFUSALS ? null : fromNow(pause);
  return created_at <= fromNow(-LONGEST_WAIT) ? null : fromNow(Math.min(pause, LONGEST_WITHOUT_SERVER));
}

async function recordFailure(mail: QueuedMail, reason: string, refused: boolean): Promise<void> {
  const tried = mail.attempts + 1;
  const next = nextAttempt(tried, mail, refused);
  await transactionInTurn(() =>
    statement("UPDATE mail_outbox SET attempts = ?, next_attempt = ?, last_error = ? WHERE id = ?").run(
      tried,
      next,
      reason.slice(0, 500),
      mail.id,
    ),
  );
  log.warn(
    { mail: mail.id, attempts: tried, reason },
    next ? "a mail could not be sent and waits" : "a mail could not be sent and is discarded",
  );
}

/** The outcome of sending a mail: it is sent, a mail server refuses it, or no mail server can be reached. */
type Outcome = { sent: true } | { sent: false; reason: string; refused: boolean };

async function send(mail: QueuedMail): Promise<Outcome> {
  const { recipient: to, subject, text, html } = mail;
  try {
    await sendMail({ to, subject, text: decryptSecret(text), html: decryptSecret(html) });
    await recordSuccess(mail.id);
    return { sent: true };
  } catch (error) {
    const reason = (error as Error).message;
    const refused = error instanceof MailError && error.final;
    await recordFailure(mail, reason, refused);
    return { sent: false, reason, refused };
  }
}

/**
 * Sends the mails that are due, one after the other, until the mail server can't be reached.
 * @param isStopping called before each; true leaves the rest to the next run
 */
export async function deliverMail(isStopping: () => boolean = () => false): Promise<void> {
  if (!mailServer()) return;
  while (!isStopping()) {
    const mail = await reserve();
    if (!mail) return;
    const outcome = await send(mail);
    if (!outcome.sent && !outcome.refused) return;
  }
}

/** Queues a mail and sends it at once. @throws Error with the reason when that fails and the mail stays queued */
export async function sendNow(mail: Mail): Promise<void> {
  const id = await transactionInTurn(() => queueMail(mail));
  const queued = await reserve(id);
  const outcome = queued && (await send(queued));
  if (outcome && !outcome.sent) throw new Error(`${outcome.reason}. It is tried again later.`);
}

/** Deletes the rows of mails that were sent or discarded long ago. */
export function purgeOutbox(): void {
  transaction(() =>
    statement("DELETE FROM mail_outbox WHERE next_attempt IS NULL AND created_at <= ?").run(fromNow(-LIFETIME)),
  );
}

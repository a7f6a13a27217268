/**
 * The outbox: mails wait in a table until the mail server takes them, so a server that is down loses nothing and slows
 * nothing. What they say is encrypted while it waits, for it may hold a link that lets somebody in, and gone once it is sent.
 */
import { statement, transaction } from "../../../db";
import { DAY, fromNow, HOUR, MINUTE, now } from "../../platform/clock";
import { decryptSecret, encryptSecret } from "../../platform/crypto";
import { newId } from "../../platform/ids";
import { log } from "../../platform/log";
import { mailServer } from "../settings/email";
import type { Mail } from "./templates";
import { handOver, MailRefused } from "./transport";

type Waiting = {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  attempts: number;
  created_at: string;
};

/** The pauses after the first attempts that failed; the last one is repeated. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR];
/** The longest pause while there is no mail server to be found: what waits for it is to go out soon after it is back. */
const LONGEST_WITHOUT_SERVER = HOUR;
/** How often a mail server may refuse a mail before it is given up. */
const MOST_REFUSALS = 10;
/** For how long a mail waits for a mail server that is down: as long as the link of an invitation holds. */
const LONGEST_WAIT = 14 * DAY;
/** While a mail is being sent, nobody else takes it for this long. */
const HELD = 2 * MINUTE;
/** For how long the rows of mails that went out or were given up are kept. */
const KEPT = 30 * DAY;

/** Puts a mail into the outbox, as part of the running transaction. @returns its id */
export function queueMail(mail: Mail): string {
  const id = newId();
  statement(
    "INSERT INTO mail_outbox (id, recipient, subject, text, html, next_attempt, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  ).run(id, mail.to, mail.subject, encryptSecret(mail.text), encryptSecret(mail.html), now(), now());
  return id;
}

/** Takes a mail that is due, or the one with an id, so that no other process sends it too. */
function take(id?: string): Waiting | null {
  const which =
    id === undefined ? "next_attempt <= ? ORDER BY next_attempt" : "next_attempt IS NOT NULL AND id = ? ORDER BY seq";
  return transaction(() =>
    statement<Waiting, [string, string]>(
      `UPDATE mail_outbox SET next_attempt = ? WHERE seq IN (SELECT seq FROM mail_outbox WHERE ${which} LIMIT 1)
       RETURNING id, recipient, subject, text, html, attempts, created_at`,
    ).get(fromNow(HELD), id ?? now()),
  );
}

function noteSent(id: string): void {
  transaction(() =>
    statement(
      "UPDATE mail_outbox SET sent_at = ?, next_attempt = NULL, last_error = NULL, text = '', html = '' WHERE id = ?",
    ).run(now(), id),
  );
}

/** When to try a mail again that was tried so often; null when it is given up. */
function nextAttempt(tried: number, { created_at }: Waiting, refused: boolean): string | null {
  const pause = PAUSES[Math.min(tried, PAUSES.length) - 1] as number;
  if (refused) return tried >= MOST_REFUSALS ? null : fromNow(pause);
  return created_at <= fromNow(-LONGEST_WAIT) ? null : fromNow(Math.min(pause, LONGEST_WITHOUT_SERVER));
}

function noteFailure(waiting: Waiting, reason: string, refused: boolean): void {
  const tried = waiting.attempts + 1;
  const next = nextAttempt(tried, waiting, refused);
  transaction(() =>
    statement("UPDATE mail_outbox SET attempts = ?, next_attempt = ?, last_error = ? WHERE id = ?").run(
      tried,
      next,
      reason.slice(0, 500),
      waiting.id,
    ),
  );
  log.warn(
    { mail: waiting.id, attempts: tried, reason },
    next ? "a mail could not be sent and waits" : "a mail could not be sent and is given up",
  );
}

/** How sending a mail ended: it is gone, a mail server refuses it, or there is no mail server that would look at it. */
type Outcome = { sent: true } | { sent: false; reason: string; refused: boolean };

async function send(waiting: Waiting): Promise<Outcome> {
  const { recipient: to, subject, text, html } = waiting;
  try {
    await handOver({ to, subject, text: decryptSecret(text), html: decryptSecret(html) });
    noteSent(waiting.id);
    return { sent: true };
  } catch (error) {
    const reason = (error as Error).message;
    const refused = error instanceof MailRefused && error.final;
    noteFailure(waiting, reason, refused);
    return { sent: false, reason, refused };
  }
}

/**
 * Sends the mails that are due, one after the other. Without a mail server that takes them the others aren't tried: they
 * would wait for it one by one.
 * @param isOver asked before each; says when to leave the rest for another time
 */
export async function deliverMail(isOver: () => boolean = () => false): Promise<void> {
  if (!mailServer()) return;
  while (!isOver()) {
    const waiting = take();
    if (!waiting) return;
    const outcome = await send(waiting);
    if (!outcome.sent && !outcome.refused) return;
  }
}

/**
 * Queues a mail and tries to send it at once; should that fail, it waits for its next attempt.
 * @throws Error saying why it could not be sent yet
 */
export async function sendNow(mail: Mail): Promise<void> {
  const id = transaction(() => queueMail(mail));
  const waiting = take(id);
  const outcome = waiting && (await send(waiting));
  if (outcome && !outcome.sent) throw new Error(`${outcome.reason}. It is tried again later.`);
}

/** Lets go of the rows of mails that went out or were given up long ago. */
export function purgeOutbox(): void {
  transaction(() =>
    statement("DELETE FROM mail_outbox WHERE next_attempt IS NULL AND created_at <= ?").run(fromNow(-KEPT)),
  );
}

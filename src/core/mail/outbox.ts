/**
 * The outbox: mails wait in a table until the mail server takes them, so a server that is down loses nothing and slows
 * nothing. What they say is encrypted while it waits, for it may hold a link that lets somebody in, and gone once it is sent.
 */
import { afterCommit, statement, transaction } from "../../../db/client";
import { DAY, fromNow, HOUR, MINUTE, now } from "../../platform/clock";
import { decryptSecret, encryptSecret } from "../../platform/crypto";
import { newId } from "../../platform/ids";
import { log } from "../../platform/log";
import { mailServer } from "../settings/email";
import type { Mail } from "./templates";
import { handOver } from "./transport";

type Waiting = { id: string; recipient: string; subject: string; text: string; html: string; attempts: number };

/** The pauses after the first attempts that failed; the last one is repeated. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR];
const MOST_ATTEMPTS = 10;
/** Mails taken in one go. */
const CHUNK = 50;
/** While a mail is being sent, nobody else takes it for this long. */
const HELD = 2 * MINUTE;
/** For how long the rows of mails that went out or were given up are kept. */
const KEPT = 30 * DAY;

let wake: (() => void) | undefined;

/** Says what to do as soon as there is a mail to send. */
export function onQueued(listener: () => void): void {
  wake = listener;
}

/** Puts a mail into the outbox, as part of the running transaction. @returns its id */
export function queueMail(mail: Mail): string {
  const id = newId();
  statement(
    "INSERT INTO mail_outbox (id, recipient, subject, text, html, next_attempt, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
  ).run(id, mail.to, mail.subject, encryptSecret(mail.text), encryptSecret(mail.html), now(), now());
  if (wake) afterCommit(wake);
  return id;
}

const WAITING = "id, recipient, subject, text, html, attempts";

/** Takes mails that are due, so that no other process sends them too. */
function take(limit: number, id?: string): Waiting[] {
  const which =
    id === undefined ? "next_attempt <= ? ORDER BY next_attempt" : "next_attempt IS NOT NULL AND id = ? ORDER BY seq";
  return transaction(() =>
    statement<Waiting, [string, string, number]>(
      `UPDATE mail_outbox SET next_attempt = ? WHERE seq IN (SELECT seq FROM mail_outbox WHERE ${which} LIMIT ?) RETURNING ${WAITING}`,
    ).all(fromNow(HELD), id ?? now(), limit),
  );
}

function noteSent(id: string): void {
  transaction(() =>
    statement(
      "UPDATE mail_outbox SET sent_at = ?, next_attempt = NULL, last_error = NULL, text = '', html = '' WHERE id = ?",
    ).run(now(), id),
  );
}

function noteFailure({ id, attempts }: Waiting, reason: string): void {
  const tried = attempts + 1;
  const next = tried >= MOST_ATTEMPTS ? null : fromNow(PAUSES[Math.min(tried, PAUSES.length) - 1] as number);
  transaction(() =>
    statement("UPDATE mail_outbox SET attempts = ?, next_attempt = ?, last_error = ? WHERE id = ?").run(
      tried,
      next,
      reason.slice(0, 500),
      id,
    ),
  );
  log.warn(
    { mail: id, attempts: tried, reason },
    next ? "a mail could not be sent and waits" : "a mail could not be sent and is given up",
  );
}

/** @returns why it could not be sent, or undefined */
async function send(waiting: Waiting): Promise<string | undefined> {
  const { recipient: to, subject, text, html } = waiting;
  try {
    await handOver({ to, subject, text: decryptSecret(text), html: decryptSecret(html) });
    noteSent(waiting.id);
    return undefined;
  } catch (error) {
    const reason = (error as Error).message;
    noteFailure(waiting, reason);
    return reason;
  }
}

/** Sends the mails that are due, one after the other. */
export async function deliverMail(): Promise<void> {
  if (!mailServer()) return;
  for (;;) {
    const waiting = take(CHUNK);
    for (const mail of waiting) await send(mail);
    if (waiting.length < CHUNK) return;
  }
}

/**
 * Queues a mail and tries to send it at once; should that fail, it waits for its next attempt.
 * @throws Error saying why it could not be sent yet
 */
export async function sendNow(mail: Mail): Promise<void> {
  const id = transaction(() => queueMail(mail));
  const [waiting] = take(1, id);
  const reason = waiting && (await send(waiting));
  if (reason !== undefined) throw new Error(`${reason}. It is tried again later.`);
}

/** Lets go of the rows of mails that went out or were given up long ago. */
export function purgeOutbox(): void {
  transaction(() =>
    statement("DELETE FROM mail_outbox WHERE next_attempt IS NULL AND created_at <= ?").run(fromNow(-KEPT)),
  );
}

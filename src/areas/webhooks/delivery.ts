/**
 * Delivering events to a webhook, in their order: a stretch of a second at most, which is recorded in one transaction. A process
 * that ends before that delivers the stretch again, under the same ids.
 */
import { transactionInTurn } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { delegateOf } from "../../core/access/delegate";
import { Problem } from "../../http/errors";
import { DAY, fromNow, HOUR, MINUTE, now, SECOND } from "../../platform/clock";
import { log } from "../../platform/log";
import { type Attempt, logAttempts } from "./log";
import { type Messages, nextMessages } from "./messages";
import { pause } from "./pausing";
import { type WebhookRow, webhookRows } from "./rows";
import { GONE, type Outcome, send } from "./send";
import { ownTurn } from "./turn";

/** The pauses after failed attempts; the last one is repeated. */
const PAUSES = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR];
/** The time for which an event is delivered again and again, after which the webhook is paused. */
const PATIENCE = DAY;
/** The time after which rights are looked up again. */
const STRETCH = SECOND;
/** Events that were passed over after which the position is stored. */
const MUCH = 1_000;

/** The end of a stretch: there may be more events, there are none, or the receiver has failed. */
export type Progress = "more" | "idle" | "failed";

/** The place up to which the journal was read for a webhook, which is stored only now and then. */
export type Cursor = { generation: number; position: number };

/** Records that an attempt failed: it is made again after a pause, or the webhook is paused. */
function recordFailure(
  row: WebhookRow,
  position: number,
  attempts: number,
  { status, problem, pause: asked }: Outcome,
) {
  const failing_since = attempts === 1 ? now() : (row.failing_since ?? now());
  const wait = Math.max(PAUSES[Math.min(attempts, PAUSES.length) - 1] as number, asked);
  const columns = { position, attempts, failing_since, last_problem: problem, next_attempt_at: fromNow(wait) };
  if (status === GONE) pause(row, "The receiver wants no more deliveries: it answered with 410", columns);
  else if (failing_since <= fromNow(-PATIENCE))
    pause(row, `Deliveries have failed for a day; the last time: ${problem}`, columns);
  else webhookRows.update(row, columns);
}

/** Records a stretch in one transaction, unless the webhook was changed or deleted meanwhile: then only its log. */
async function record(row: WebhookRow, attempts: readonly Attempt[], position: number): Promise<void> {
  const last = attempts.at(-1);
  await ownTurn();
  await transactionInTurn(() => {
    const present = webhookRows.find(row.id);
    if (!present) return;
    logAttempts(row.id, attempts);
    if (present.generation !== row.generation || present.is_paused) return;
    if (last && !last.outcome.isDelivered) return recordFailure(present, position, last.attempt, last.outcome);
    const delivered = last && { last_delivered_at: last.outcome.at };
    const unfailed = { attempts: 0, failing_since: null, next_attempt_at: null, last_problem: null };
    webhookRows.update(present, { position, ...(delivered && { ...delivered, ...unfailed }) });
  });
}

/** Sends messages in their order until one fails, the stretch is over, or the signal ends it. */
async function sendAll(row: WebhookRow, { messages }: Messages, signal: AbortSignal): Promise<Attempt[]> {
  const end = performance.now() + STRETCH;
  const attempts: Attempt[] = [];
  for (const message of messages) {
    if (signal.aborted || (attempts.length > 0 && performance.now() > end)) break;
    const attempt = attempts.length === 0 ? row.attempts + 1 : 1;
    await ownTurn();
    const outcome = await send(row, message, signal).catch((error) => {
      if (signal.aborted) return undefined;
      throw error;
    });
    if (!outcome) break;
    attempts.push({ message, outcome, attempt });
    if (!outcome.isDelivered) break;
  }
  return attempts;
}

/** Returns the position after some attempts at messages. */
function positionAfter({ messages, end }: Messages, attempts: readonly Attempt[], before: number): number {
  const delivered = attempts.filter(({ outcome }) => outcome.isDelivered);
  if (delivered.length === messages.length) return end;
  return delivered.at(-1)?.message.number ?? before;
}

/** Reads the next messages, or pauses the webhook whose account may not read so any more. @returns undefined when it is paused */
async function read(row: WebhookRow, actor: Actor, after: number, last: number): Promise<Messages | undefined> {
  try {
    return nextMessages(row, actor, after, last);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    log.warn({ webhook: row.id, reason: error.message }, "a webhook is paused");
    await transactionInTurn(() => pause(row, "Its filter can't be used any more by the account that reads for it"));
    return undefined;
  }
}

/**
 * Delivers the next events to a webhook.
 * @param cursor where it was read up to, which moves
 * @param last the number of the last durable event
 */
export async function deliver(id: string, cursor: Cursor, last: number, signal: AbortSignal): Promise<Progress> {
  await ownTurn();
  const row = webhookRows.find(id);
  if (!row || row.is_paused) return "idle";
  if (cursor.generation !== row.generation)
    Object.assign(cursor, { generation: row.generation, position: row.position });
  if (cursor.position >= last) return "idle";
  const actor = delegateOf(row.account_id);
  if (!actor) {
    await transactionInTurn(() => pause(row, "The account that reads for it is deactivated or deleted"));
    return "failed";
  }
  const found = await read(row, actor, cursor.position, last);
  if (!found) return "failed";
  const attempts = await sendAll(row, found, signal);
  cursor.position = positionAfter(found, attempts, cursor.position);
  if (attempts.length > 0 || cursor.position - row.position > MUCH) await record(row, attempts, cursor.position);
  if (attempts.some(({ outcome }) => !outcome.isDelivered)) return "failed";
  return signal.aborted || cursor.position >= last ? "idle" : "more";
}

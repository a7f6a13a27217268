/** The log of deliveries: bounded in number, size and time. */
import { statement, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { found } from "../../http/errors";
import { DAY, fromNow } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { maySeeTexts } from "./accounts";
import type { Message } from "./messages";
import type { Delivery, DeliverySummary } from "./model";
import { webhookRows } from "./rows";
import type { Outcome } from "./send";

/** Deliveries that are stored of a webhook, and the time for which they are. */
const MAX_STORED = 500;
const LIFETIME = 14 * DAY;
/** The characters of what was sent that are stored. */
const LONGEST_REQUEST = 8_000;

/** An attempt with its message and its number. */
export type Attempt = { message: Message; outcome: Outcome; attempt: number };

/** Stores attempts of a webhook, and deletes the oldest that are too many; part of the running transaction. */
export function logAttempts(webhookId: string, attempts: readonly Attempt[]): void {
  for (const { message, outcome, attempt } of attempts) {
    const { id, number, type, body } = message;
    const { isDelivered, status, problem, milliseconds, answer, at } = outcome;
    statement(
      `INSERT INTO webhook_deliveries (id, webhook_id, message_id, number, event_type, attempt, is_delivered, status, problem,
         milliseconds, request, answer, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      ...[newId(), webhookId, id, number, type, attempt, isDelivered ? 1 : 0, status, problem],
      ...[milliseconds, body.slice(0, LONGEST_REQUEST).toWellFormed(), answer, at],
    );
  }
  statement(
    `DELETE FROM webhook_deliveries WHERE webhook_id = ?1 AND seq <= (
       SELECT seq FROM webhook_deliveries WHERE webhook_id = ?1 ORDER BY seq DESC LIMIT 1 OFFSET ${MAX_STORED})`,
  ).run(webhookId);
}

type Row = Omit<Delivery, "is_delivered"> & { is_delivered: number };

const SUMMARY = "id, message_id, number, event_type, attempt, is_delivered, status, problem, milliseconds, created_at";

/** Lists the stored deliveries of a webhook, newest first, without what was sent and answered. @throws Problem 404 */
export function listDeliveries(webhookId: string): DeliverySummary[] {
  webhookRows.require(webhookId);
  return statement<Omit<Row, "request" | "answer">, [string]>(
    `SELECT ${SUMMARY} FROM webhook_deliveries WHERE webhook_id = ? ORDER BY seq DESC`,
  )
    .all(webhookId)
    .map((row) => ({ ...row, is_delivered: row.is_delivered === 1 }));
}

/**
 * Finds a stored delivery with what was sent and answered, which only those read who may see as much as the webhook's account.
 * @throws Problem 404
 */
export function requireDelivery(actor: Actor, webhookId: string, id: string): Delivery {
  const webhook = webhookRows.require(webhookId);
  const row = statement<Row, [string, string]>(
    `SELECT ${SUMMARY}, request, answer FROM webhook_deliveries WHERE webhook_id = ? AND id = ?`,
  ).get(webhookId, id);
  const delivery = found(row, "Delivery");
  const hidden = maySeeTexts(actor, webhook) ? {} : { request: null, answer: null };
  return { ...delivery, is_delivered: delivery.is_delivered === 1, ...hidden };
}

/** Deletes the deliveries that are stored for too long. */
export const purgeDeliveries = (): void =>
  transaction(() => void statement("DELETE FROM webhook_deliveries WHERE created_at <= ?").run(fromNow(-LIFETIME)));

/** Creating, changing and deleting webhooks, and moving their positions. */
import { firstValue, statement, transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { newestSeq } from "../../core/journal/recent-events";
import { invalid, refused } from "../../http/errors";
import { fromNow, HOUR } from "../../platform/clock";
import { encryptSecret } from "../../platform/crypto";
import { accountFor } from "./accounts";
import { requireFilter } from "./filter";
import { type CreatedWebhook, MAX_WEBHOOKS, type NewWebhook, type Webhook, type WebhookChanges } from "./model";
import { requireWebhook, type WebhookRow, webhookRows } from "./rows";
import { newSecret } from "./secrets";

/** The state of a webhook whose deliveries have not failed. */
const UNFAILED = { attempts: 0, failing_since: null, next_attempt_at: null, last_problem: null } as const;

/**
 * Creates a webhook, which begins with the next event. Publishes `webhook.created`.
 * @returns it with its secret, which is shown this once
 * @throws Problem 400 when there are too many; 403 and 422 as `accountFor` and `requireFilter`
 */
export function createWebhook(
  actor: Actor,
  { service_account_id, address, filter, ...given }: NewWebhook,
): CreatedWebhook {
  return transaction(() => {
    requireFilter(actor, filter);
    if ((firstValue<number>("SELECT count(*) FROM webhooks") ?? 0) >= MAX_WEBHOOKS)
      throw refused(`There are ${MAX_WEBHOOKS} webhooks already, which is the most`);
    const secret = newSecret();
    const { id, name } = webhookRows.create({
      ...given,
      filter,
      address: encryptSecret(address),
      secret: encryptSecret(secret),
      account_id: accountFor(actor, service_account_id, null),
      position: newestSeq(),
    });
    publish(actor, { type: "webhook.created", data: { id, name } });
    return { ...requireWebhook(id), secret };
  });
}

/** Returns the columns that a pause, or its end, changes. */
function pauseColumns(is_paused: boolean | undefined): Partial<WebhookRow> {
  if (is_paused === undefined) return {};
  return is_paused ? { is_paused, pause_reason: null } : { is_paused, pause_reason: null, ...UNFAILED };
}

/** Publishes a pause, or its end. */
function publishPause(actor: Actor, { id, name, is_paused }: WebhookRow): void {
  if (is_paused) publish(actor, { type: "webhook.paused", data: { id, name, reason: null } });
  else publish(actor, { type: "webhook.resumed", data: { id, name } });
}

/**
 * Updates the fields of a webhook that are given. Publishes `webhook.updated` without values, `webhook.paused` or
 * `webhook.resumed`.
 * @throws Problem 404; 403 and 422 as `createWebhook`
 */
export function updateWebhook(actor: Actor, id: string, changes: WebhookChanges): Webhook {
  const { is_paused, service_account_id, address, ...plain } = changes;
  return transaction(() => {
    const stored = webhookRows.require(id);
    const isPauseOnly = Object.keys(changes).every((key) => key === "is_paused");
    const account_id = isPauseOnly ? stored.account_id : accountFor(actor, service_account_id, stored.account_id);
    if (plain.filter) requireFilter(actor, plain.filter);
    const updated = {
      ...plain,
      account_id,
      ...(address !== undefined && { address: encryptSecret(address) }),
      ...(is_paused !== stored.is_paused && pauseColumns(is_paused)),
    };
    const fields = Object.keys(updated).filter((key) => !Bun.deepEquals(updated[key as never], stored[key as never]));
    if (fields.length === 0) return requireWebhook(id);
    const row = webhookRows.update(stored, { ...updated, generation: stored.generation + 1 });
    if (account_id !== stored.account_id) hideTexts(id);
    if (row.is_paused !== stored.is_paused) publishPause(actor, row);
    if (!isPauseOnly) publish(actor, { type: "webhook.updated", data: { id, name: row.name, fields } });
    return requireWebhook(id);
  });
}

/** Deletes what was sent to a webhook and answered from its log, which another account has read. */
const hideTexts = (id: string): void =>
  void statement("UPDATE webhook_deliveries SET request = NULL, answer = NULL WHERE webhook_id = ?").run(id);

/** Deletes a webhook with its log. Publishes `webhook.deleted`. @throws Problem 404 */
export function deleteWebhook(actor: Actor, id: string): void {
  transaction(() => {
    const { name } = webhookRows.require(id);
    webhookRows.delete(id);
    publish(actor, { type: "webhook.deleted", data: { id, name } });
  });
}

/**
 * Gives a webhook a new secret; the one before it signs, too, for some hours. Publishes `webhook.secret_rotated`.
 * @throws Problem 404
 */
export function rotateSecret(actor: Actor, id: string, overlapHours: number): CreatedWebhook {
  return transaction(() => {
    const stored = webhookRows.require(id);
    const secret = newSecret();
    webhookRows.update(stored, {
      secret: encryptSecret(secret),
      previous_secret: overlapHours === 0 ? null : stored.secret,
      previous_secret_until: overlapHours === 0 ? null : fromNow(overlapHours * HOUR),
    });
    publish(actor, { type: "webhook.secret_rotated", data: { id, name: stored.name } });
    return { ...requireWebhook(id), secret };
  });
}

/**
 * Lets deliveries begin again with an event, or pass over all that has happened until now. Publishes `webhook.replayed`.
 * @param number that of the event; null for the next one that happens
 * @throws Problem 404; 422 for an event that has not happened yet
 */
export function replay(actor: Actor, id: string, number: number | null): Webhook {
  return transaction(() => {
    const stored = webhookRows.require(id);
    const newest = newestSeq();
    const from = number ?? newest + 1;
    if (from > newest + 1)
      throw invalid(["body", "from"], `is beyond the last event, ${newest}`, "value_error", number);
    webhookRows.update(stored, { ...UNFAILED, position: from - 1, generation: stored.generation + 1 });
    publish(actor, { type: "webhook.replayed", data: { id, name: stored.name, from } });
    return requireWebhook(id);
  });
}

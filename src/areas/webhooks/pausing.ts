/** Pauses that Stoa makes, because a receiver fails for too long or the account may not read any more. */
import { allValues, inList, listOf } from "../../../db";
import { grants } from "../../core/access/permissions";
import { rolesByKey } from "../../core/access/roles";
import { program, publish } from "../../core/journal/journal";
import { notify } from "../../core/notify/notify";
import { type WebhookRow, webhookRows } from "./rows";

/** Lists the ids of the active users who may administer webhooks. */
function administrators(): string[] {
  const roles = [...rolesByKey().values()].filter((role) => grants(role.permissions, "admin.webhooks"));
  return allValues<string>(
    `SELECT id FROM users WHERE is_active = 1 AND ${inList("role")}`,
    listOf(roles.map(({ key }) => key)),
  );
}

/**
 * Pauses a webhook and notifies administrators; part of the running transaction. Publishes `webhook.paused`.
 * @param reason one sentence
 * @param changed further columns that change with it
 */
export function pause(row: WebhookRow, reason: string, changed: Partial<WebhookRow> = {}): void {
  const { id, name, generation } = row;
  webhookRows.update(row, { ...changed, is_paused: true, pause_reason: reason, generation: generation + 1 });
  const author = program("webhook-delivery");
  publish(author, { type: "webhook.paused", data: { id, name, reason } });
  const title = `The webhook ${name} is paused`;
  const link = `/admin/webhooks?webhook=${id}`;
  const notice = { type: "webhook_paused" as const, title, message: reason, link };
  notify(
    author,
    administrators().map((userId) => ({ ...notice, userId })),
  );
}

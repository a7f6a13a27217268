/** Changes of webhooks, their tests and replays. */
import { t } from "@lingui/core/macro";
import { shown, toast, tryChange, valuesBefore } from "../../server/changes";
import { answered, api } from "../../server/client";
import { cache } from "../../server/queries";
import { asRefusal } from "../../server/refusal";
import { type NewWebhook, type Webhook, type WebhookChanges, webhooksQuery } from "./queries";

const readAgain = () => cache.invalidateQueries({ queryKey: ["webhooks"] });

/** A webhook with its secret, which is shown this once. */
export type Secret = { id: string; secret: string };

/** Creates a webhook. @throws Refusal */
export async function createWebhook(body: NewWebhook): Promise<Secret> {
  const { id, secret } = await answered(api.POST("/api/v1/admin/webhooks", { body }));
  await readAgain();
  return { id, secret };
}

const send = (webhook_id: string, body: WebhookChanges) =>
  api.PATCH("/api/v1/admin/webhooks/{webhook_id}", { params: { path: { webhook_id } }, body });

/** Changes a webhook. @throws Refusal */
export async function updateWebhook({ id }: Webhook, changes: WebhookChanges): Promise<void> {
  await answered(send(id, changes));
  await readAgain();
}

/** Pauses a webhook, or lets it continue where it was. */
export async function pauseWebhook(webhook: Webhook, is_paused: boolean): Promise<void> {
  const { id, name } = webhook;
  const changes = { is_paused };
  await tryChange({
    sentence: is_paused ? t`${name} is paused` : t`${name} continues where it was`,
    show: [shown(webhooksQuery, (all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)))],
    send: () => send(id, changes),
    inverse: () => send(id, valuesBefore(webhook, changes)),
  });
  await readAgain();
}

/** Deletes a webhook with its log. */
export async function deleteWebhook({ id, name }: Webhook): Promise<boolean> {
  const isDeleted = await tryChange({
    sentence: t`${name} is deleted`,
    show: [shown(webhooksQuery, (all) => all.filter((one) => one.id !== id))],
    send: () => api.DELETE("/api/v1/admin/webhooks/{webhook_id}", { params: { path: { webhook_id: id } } }),
  });
  await readAgain();
  return isDeleted;
}

/** Gives a webhook a new secret; the old one signs, too, for a day. @returns undefined when it is refused */
export async function rotateSecret({ id }: Webhook): Promise<Secret | undefined> {
  try {
    const rotation = { params: { path: { webhook_id: id } }, body: { overlap_hours: 24 } };
    const { secret } = await answered(api.POST("/api/v1/admin/webhooks/{webhook_id}/rotate", rotation));
    return { id, secret };
  } catch (error) {
    toast("failed", asRefusal(error).message);
    return undefined;
  } finally {
    await readAgain();
  }
}

/** Sends a test, and shows how that went. */
export async function testWebhook({ id, name }: Webhook): Promise<void> {
  try {
    const { is_delivered, status, problem } = await answered(
      api.POST("/api/v1/admin/webhooks/{webhook_id}/test", { params: { path: { webhook_id: id } } }),
    );
    if (is_delivered) toast("done", t`${name} has answered with ${status ?? ""}`);
    else toast("failed", problem ?? t`The test was not delivered`);
  } catch (error) {
    toast("failed", asRefusal(error).message);
  } finally {
    await readAgain();
  }
}

/** Delivers again from an event on; null passes over what has happened until now. */
export async function replay({ id, name }: Webhook, from: number | null): Promise<void> {
  await tryChange({
    sentence: from === null ? t`${name} continues with the next event` : t`${name} gets everything from there again`,
    send: () =>
      api.POST("/api/v1/admin/webhooks/{webhook_id}/replay", { params: { path: { webhook_id: id } }, body: { from } }),
  });
  await readAgain();
}

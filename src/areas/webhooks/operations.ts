/** /admin/webhooks */
import { del, get, type Operation, patch, post } from "../../core/api/operation";
import { slice } from "../../http/pagination";
import { listDeliveries, requireDelivery } from "./log";
import * as model from "./model";
import { listWebhooks, requireWebhook } from "./rows";
import { subscribableTypes } from "./subscribed-types";
import { testWebhook } from "./trial";
import { createWebhook, deleteWebhook, replay, rotateSecret, updateWebhook } from "./webhooks";

const ADMIN = { own: true, permission: "admin.webhooks" } as const;
/** A webhook reads as its account does, so it needs somebody who has logged in: an access token may open less. */
const CHANGE = { ...ADMIN, tokens: "never" } as const;
/** A stored answer would hold the secret. */
const SECRET = { ...CHANGE, repeatable: false, answer: model.CreatedWebhook } as const;
/** Tests of a client in a minute. */
const TESTS = 20;

const webhooks: readonly Operation[] = [
  get("/admin/webhooks", "The webhooks by name", { ...ADMIN, answer: model.Webhook.array() }, () => listWebhooks()),
  post(
    "/admin/webhooks",
    "Subscribe an address to events; it gets them from the next one on",
    {
      ...SECRET,
      body: model.NewWebhook,
      status: 201,
      refusals: [400],
      description:
        "Events are delivered in their order, at least once and under one id, with the headers of Standard Webhooks. A payload holds what its account may see at that moment.",
    },
    ({ body, actor }) => createWebhook(actor, body),
  ),
  get(
    "/admin/webhooks/event-types",
    "The types of events that can be subscribed to",
    { ...ADMIN, answer: model.EventTypeList },
    () => ({ event_types: subscribableTypes() }),
  ),
  get("/admin/webhooks/{webhook_id}", "A webhook", { ...ADMIN, answer: model.Webhook }, ({ params }) =>
    requireWebhook(params.webhook_id),
  ),
  patch(
    "/admin/webhooks/{webhook_id}",
    "Update the fields of a webhook that are given",
    { ...CHANGE, body: model.WebhookChanges, answer: model.Webhook },
    ({ params, body, actor }) => updateWebhook(actor, params.webhook_id, body),
  ),
  del("/admin/webhooks/{webhook_id}", "Delete a webhook with its log", CHANGE, ({ params, actor }) =>
    deleteWebhook(actor, params.webhook_id),
  ),
];

const verbs: readonly Operation[] = [
  post(
    "/admin/webhooks/{webhook_id}/rotate",
    "Give a webhook a new secret, next to which the one before it signs for some hours",
    { ...SECRET, body: model.Rotation },
    ({ params, body, actor }) => rotateSecret(actor, params.webhook_id, body.overlap_hours),
  ),
  post(
    "/admin/webhooks/{webhook_id}/test",
    "Send a test to a webhook, and report how that went",
    { ...CHANGE, repeatable: false, rateLimit: TESTS, answer: model.TestedWebhook },
    ({ params, request }) => testWebhook(params.webhook_id, request.signal),
  ),
  post(
    "/admin/webhooks/{webhook_id}/replay",
    "Deliver again from an event on, or pass over what has happened until now",
    { ...CHANGE, body: model.Replay, answer: model.Webhook },
    ({ params, body, actor }) => replay(actor, params.webhook_id, body.from),
  ),
  get(
    "/admin/webhooks/{webhook_id}/deliveries",
    "The last 500 deliveries to a webhook of the last 14 days, newest first",
    { ...ADMIN, query: model.ListQuery, answer: model.DeliverySummary.array() },
    ({ params, query, set }) => slice(listDeliveries(params.webhook_id), query, set),
  ),
  get(
    "/admin/webhooks/{webhook_id}/deliveries/{delivery_id}",
    "A delivery with what was sent and what was answered",
    { ...ADMIN, answer: model.Delivery },
    ({ params, actor }) => requireDelivery(actor, params.webhook_id, params.delivery_id),
  ),
];

export const operations: readonly Operation[] = [...webhooks, ...verbs];

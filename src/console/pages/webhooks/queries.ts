/** Webhooks, and the log of what was delivered to them. */
import { answered, api, type Schemas } from "../../server/client";
import { query } from "../../server/queries";

export type Webhook = Schemas["Webhook"];
export type NewWebhook = Schemas["WebhookNew"];
export type WebhookChanges = Schemas["WebhookChanges"];
export type Preset = Webhook["preset"];
export type DeliverySummary = Schemas["WebhookDelivery"];

/** Milliseconds between two looks at deliveries, of which there are no events. */
export const LOOK = 5_000;

/** Reads the webhooks by name. */
export const webhooksQuery = query(["webhooks", "all"], ["webhook."], ({ signal }) =>
  answered(api.GET("/api/v1/admin/webhooks", { signal })),
);

/** Reads the types of events that can be subscribed to. */
export const eventTypesQuery = query(["webhooks", "types"], [], ({ signal }) =>
  answered(api.GET("/api/v1/admin/webhooks/event-types", { signal })),
);

/** Reads the last deliveries to a webhook. */
export const deliveriesQuery = (webhook_id: string) =>
  query(["webhooks", "deliveries", webhook_id], ["webhook."], ({ signal }) =>
    answered(
      api.GET("/api/v1/admin/webhooks/{webhook_id}/deliveries", {
        signal,
        params: { path: { webhook_id }, query: { page: 1, page_size: 50 } },
      }),
    ),
  );

/** Reads a delivery with what was sent and answered. */
export const deliveryQuery = (webhook_id: string, delivery_id: string) =>
  query(["webhooks", "delivery", webhook_id, delivery_id], [], ({ signal }) =>
    answered(
      api.GET("/api/v1/admin/webhooks/{webhook_id}/deliveries/{delivery_id}", {
        signal,
        params: { path: { webhook_id, delivery_id } },
      }),
    ),
  );

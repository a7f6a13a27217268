/** Schemas of webhooks and of the log of their deliveries. */
import { z } from "zod";
import type { tables } from "../../../db";
import { SliceQuery } from "../../http/pagination";
import { changesOf, Flag, Id, Instant, LINE, namedObject, Text, Uuid, Whole } from "../../http/schemas";
import { CardFilters } from "../cards";
import { isSubscribable } from "./subscribed-types";

/** The forms in which messages are written. */
const presets = [
  "standard",
  "slack",
  "teams",
  "mattermost",
] as const satisfies (typeof tables.webhooks.$inferSelect)["preset"][];
export type Preset = (typeof presets)[number];

/** Webhooks of an installation. */
export const MAX_WEBHOOKS = 100;
const MAX_TYPES = 100;
/** The longest time that two secrets are valid together, in hours. */
const MAX_OVERLAP = 7 * 24;

const Address = Text(2_000, 1)
  .refine(isAddress, {
    error: "must be an http or https address without a user in it",
    params: { type: "value_error" },
  })
  .meta({ format: "uri", examples: ["https://hooks.company.example/stoa"] });

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}

const EventTypes = Text(100, 1)
  .refine(isSubscribable, {
    error: "must be a type of events, those of a kind as card.*, or *",
    params: { type: "value_error" },
  })
  .meta({ examples: ["card.*"] })
  .array()
  .min(1)
  .max(MAX_TYPES);

const { type, search, where } = CardFilters.shape;
const Filter = namedObject(
  "WebhookFilter",
  { type, search, where },
  "Only events about cards that a list with these parameters has, archived ones too; empty for all events",
);

export const NewWebhook = namedObject("WebhookNew", {
  name: Text(LINE, 1),
  address: Address,
  preset: z.enum(presets).default("standard").meta({
    description:
      "`standard` sends events as Standard Webhooks; the others one readable sentence for each, as that chat takes it",
  }),
  event_types: EventTypes,
  filter: Filter.default({}),
  service_account_id: Uuid.nullable().default(null).meta({
    type: "string",
    format: "uuid",
    description: "The service account with whose eyes events are read; null for the caller",
  }),
});
export type NewWebhook = z.infer<typeof NewWebhook>;

export const WebhookChanges = changesOf(NewWebhook).extend({ is_paused: Flag.optional() }).meta({
  id: "WebhookChanges",
  description:
    "Of a webhook that reads with a person's eyes, every change but a pause or its end makes the caller that person",
});
export type WebhookChanges = z.infer<typeof WebhookChanges>;

const Count = z.int().min(0);

export const Webhook = namedObject("Webhook", {
  id: Id,
  name: z.string(),
  address: z.string().meta({ description: "Without what may be secret in it: the query, and of a chat's the path" }),
  preset: z.enum(presets),
  event_types: z.string().array(),
  filter: z.object({ type: z.string().optional(), search: z.string().optional(), where: z.string().optional() }),
  account_id: Id.nullable().meta({ description: "The account with whose eyes events are read" }),
  account_name: z.string().nullable(),
  is_service_account: z.boolean(),
  is_paused: z.boolean(),
  pause_reason: z.string().nullable().meta({ description: "Why Stoa has paused it; null when somebody has" }),
  behind: Count.meta({ description: "Events of the journal after the last one that was delivered or passed over" }),
  attempts: Count.meta({ description: "Failed attempts to deliver the next event" }),
  failing_since: Instant.nullable(),
  next_attempt_at: Instant.nullable(),
  last_delivered_at: Instant.nullable(),
  last_problem: z.string().nullable().meta({ description: "Why the last attempt failed; null when it didn't" }),
  previous_secret_until: Instant.nullable().meta({
    description: "Until then the secret before the present one signs, too",
  }),
  created_at: Instant,
  updated_at: Instant,
});
export type Webhook = z.infer<typeof Webhook>;

export const CreatedWebhook = Webhook.extend({
  secret: z.string().meta({ description: "What its deliveries are signed with; it is not shown again" }),
}).meta({ id: "CreatedWebhook" });
export type CreatedWebhook = z.infer<typeof CreatedWebhook>;

export const Rotation = namedObject("WebhookRotation", {
  overlap_hours: Whole(0, MAX_OVERLAP).default(24).meta({ description: "How long the secret before it signs, too" }),
});

export const Replay = namedObject("WebhookReplay", {
  from: Whole(1, Number.MAX_SAFE_INTEGER).nullable().meta({
    description:
      "The number of the event with which deliveries begin again, as deliveries, the stream and the export of the journal have it; null passes over all that has happened until now",
  }),
});

export const EventTypeList = namedObject("WebhookEventTypes", { event_types: z.string().array() });

const summary = {
  id: Id,
  message_id: Id.meta({ description: "The event, or the test: the header `webhook-id`" }),
  number: z.int().nullable().meta({ description: "The number of the event; null for a test" }),
  event_type: z.string(),
  attempt: Count,
  is_delivered: z.boolean(),
  status: z.int().nullable().meta({ description: "The status of the answer; null without one" }),
  problem: z.string().nullable(),
  milliseconds: Count,
  created_at: Instant,
};
export const DeliverySummary = namedObject("WebhookDelivery", summary);
export type DeliverySummary = z.infer<typeof DeliverySummary>;

export const Delivery = namedObject("WebhookDeliveryDetails", {
  ...summary,
  request: z.string().nullable().meta({
    description: "The beginning of the body that was sent; null for whoever may see less than the webhook's account",
  }),
  answer: z.string().nullable().meta({ description: "The beginning of the body of the answer; null likewise" }),
});
export type Delivery = z.infer<typeof Delivery>;

export const ListQuery = z.object(SliceQuery);

export const TestedWebhook = namedObject("WebhookTest", {
  is_delivered: summary.is_delivered,
  status: summary.status,
  problem: summary.problem,
  milliseconds: summary.milliseconds,
});
export type TestedWebhook = z.infer<typeof TestedWebhook>;

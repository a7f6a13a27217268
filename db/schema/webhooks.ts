/** Webhooks: subscriptions of addresses to the journal, and the log of what was delivered to them. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { flag, instant, json } from "./columns";
import { users } from "./users";

/** The forms in which a webhook's messages are written. */
const presets = ["standard", "slack", "teams", "mattermost"] as const;

/** The cards that a webhook is about, in the words of the parameters of lists; without any it is about everything. */
export type WebhookFilter = { type?: string; search?: string; where?: string };

export const webhooks = sqliteTable(
  "webhooks",
  {
    id: text("id").primaryKey(),
    name: text("name").notNull(),
    /** Encrypted: the addresses of chats are secrets. */
    address: text("address").notNull(),
    preset: text("preset", { enum: presets }).notNull(),
    /** Types of events, those of a kind as `card.*`, or `*`. */
    event_types: json<string[]>("event_types").notNull(),
    filter: json<WebhookFilter>("filter").notNull(),
    /** The account with whose eyes the journal is read. */
    account_id: text("account_id").references(() => users.id, { onDelete: "set null" }),
    /** Encrypted; the one before it is valid until an instant. */
    secret: text("secret").notNull(),
    previous_secret: text("previous_secret"),
    previous_secret_until: instant("previous_secret_until"),
    is_paused: flag("is_paused").notNull().default(false),
    /** The reason why Stoa has paused it; null when somebody has. */
    pause_reason: text("pause_reason"),
    /** The number of the last event that was delivered or is none of its. */
    position: integer("position").notNull(),
    /** Grows with every change of what is delivered, from where and whereto, so that a delivery under way doesn't overwrite it. */
    generation: integer("generation").notNull().default(0),
    /** The failed attempts to deliver the next event, and the instants of the first and of the next one. */
    attempts: integer("attempts").notNull().default(0),
    failing_since: instant("failing_since"),
    next_attempt_at: instant("next_attempt_at"),
    last_delivered_at: instant("last_delivered_at"),
    last_problem: text("last_problem"),
    created_at: instant("created_at").notNull(),
    updated_at: instant("updated_at").notNull(),
  },
  (table) => [index("webhooks_account").on(table.account_id)],
);

export const webhookDeliveries = sqliteTable(
  "webhook_deliveries",
  {
    seq: integer("seq").primaryKey({ autoIncrement: true }),
    id: text("id").notNull().unique(),
    webhook_id: text("webhook_id")
      .notNull()
      .references(() => webhooks.id, { onDelete: "cascade" }),
    /** The id of the event, or that of a test. */
    message_id: text("message_id").notNull(),
    /** The number of the event; null for a test. */
    number: integer("number"),
    event_type: text("event_type").notNull(),
    attempt: integer("attempt").notNull(),
    is_delivered: flag("is_delivered").notNull(),
    status: integer("status"),
    problem: text("problem"),
    milliseconds: integer("milliseconds").notNull(),
    /** The beginning of the body that was sent, and of that of the answer; null once another account reads for the webhook. */
    request: text("request"),
    answer: text("answer"),
    created_at: instant("created_at").notNull(),
  },
  (table) => [
    index("webhook_deliveries_webhook").on(table.webhook_id, table.seq),
    index("webhook_deliveries_created").on(table.created_at),
  ],
);

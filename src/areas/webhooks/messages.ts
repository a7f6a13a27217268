/** The messages of events: what is delivered of each, as the webhook's account may see it now. */
import { type Actor, may, mayOnCard } from "../../core/access/actor";
import { changedFieldsIn } from "../../core/journal/differences";
import { baseUrl } from "../../core/settings/email";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { JsonObject } from "../../platform/json";
import { redactPayloadsFor } from "../cards";
import { mayRead } from "../events";
import { chatBody } from "./chats";
import { passing } from "./filter";
import { type JournalRow, nextPiece } from "./journal";
import { linkTo } from "./links";
import type { Preset } from "./model";
import type { WebhookRow } from "./rows";
import { type Sentence, sentenceOf } from "./sentences";
import { typesNamed } from "./subscribed-types";

/** A message to a webhook. `number`: that of the event; null for a test. */
export type Message = { id: string; number: number | null; type: string; body: string };

/** Returns the body of a message in the form of a preset. */
const bodyOf = (preset: Preset, standard: object, sentence: () => Sentence): string =>
  JSON.stringify(preset === "standard" ? standard : chatBody(preset, sentence()));

function messageOf(preset: Preset, row: JournalRow, payload: JsonObject | null): Message {
  const { seq, id, event_type: type, card_id, batch_id, user_id, user_display_name, created_at } = row;
  const changed_fields = changedFieldsIn(payload ?? {}) ?? [];
  const link = linkTo(row);
  const data = { number: seq, card_id, batch_id, user_id, user_display_name, changed_fields, link, payload };
  const body = bodyOf(preset, { type, timestamp: created_at, data }, () => sentenceOf(row, payload ?? {}));
  return { id, number: seq, type, body };
}

/** Returns the message of a test. */
export function testMessage({ name, preset }: Pick<WebhookRow, "name" | "preset">): Message {
  const [type, link] = ["webhook.test", `${baseUrl()}/admin/webhooks`];
  const sentence = { who: "Stoa", verb: "tests", subject: name, link, details: "" };
  const body = bodyOf(preset, { type, timestamp: now(), data: { name, link } }, () => sentence);
  return { id: newId(), number: null, type, body };
}

/** Returns an event without the name of a card that the actor may not see. */
function withVisibleCard(actor: Actor, row: JournalRow): JournalRow {
  const isVisible = row.card_id === null || may(actor, "inventory.view") || mayOnCard(actor, "card.view", row.card_id);
  return isVisible ? row : { ...row, card_name: null };
}

/** Messages in the order of their events, and the number up to which the journal was looked through for them. */
export type Messages = { messages: Message[]; end: number };

/**
 * Returns the next messages to a webhook, of the events that its account may read.
 * @param after the number of the last event that was looked at
 * @param last that of the last durable one
 * @throws Problem 403, 422 when the account may no longer filter so
 */
export function nextMessages(row: WebhookRow, actor: Actor, after: number, last: number): Messages {
  const { rows, end } = nextPiece(typesNamed(row.event_types), after, last);
  const readable = rows.filter((event) => mayRead(actor, event));
  const wanted = passing(actor, row.filter, readable).map((event) => withVisibleCard(actor, event));
  const payloadOf = redactPayloadsFor(actor, wanted);
  return { messages: wanted.map((event) => messageOf(row.preset, event, payloadOf(event))), end };
}

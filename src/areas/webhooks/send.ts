/** One attempt to deliver a message. */
import { MINUTE, now, SECOND } from "../../platform/clock";
import { OutboundError, outbound } from "../../platform/outbound";
import type { Message } from "./messages";
import { addressOf, type WebhookRow } from "./rows";
import { signaturesOf } from "./secrets";

/** The end of an attempt. */
export type Outcome = {
  isDelivered: boolean;
  /** The status of the answer; null without one. */
  status: number | null;
  /** One sentence of why it failed; null when it didn't. */
  problem: string | null;
  answer: string | null;
  milliseconds: number;
  /** Milliseconds for which the receiver asks to be left alone. */
  pause: number;
  at: string;
};

const TIMEOUT = 15 * SECOND;
/** The largest answer that is read, and the characters of it that are stored. */
const LARGEST_ANSWER = 256 * 1024;
const LONGEST_ANSWER = 2_000;
/** The longest pause that a receiver may ask for. */
const LONGEST_PAUSE = 60 * MINUTE;

const UNREADABLE = "The secret can't be opened with this secret key: rotate it, or bring back the key";

/** The receiver wants no more deliveries. */
export const GONE = 410;

function pauseIn(headers: Headers): number {
  const seconds = Number(headers.get("retry-after"));
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds * SECOND), LONGEST_PAUSE) : 0;
}

/** Sends a message to a webhook. It fails only when the signal has ended it. */
export async function send(webhook: WebhookRow, { id, body }: Message, signal: AbortSignal): Promise<Outcome> {
  const timestamp = Math.floor(Date.now() / SECOND);
  const signature = signaturesOf(webhook, { id, timestamp, body });
  const nothing = { isDelivered: false, status: null, answer: null, pause: 0 };
  const [at, began] = [now(), performance.now()];
  const took = () => Math.round(performance.now() - began);
  if (signature === undefined) return { ...nothing, problem: UNREADABLE, milliseconds: 0, at };
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signature,
  };
  try {
    const request = { method: "POST", headers, body, timeout: TIMEOUT, maxBytes: LARGEST_ANSWER, signal };
    const response = await outbound(addressOf(webhook), request);
    const answer = (await response.text()).slice(0, LONGEST_ANSWER).toWellFormed().replaceAll("\0", "");
    const { ok: isDelivered, status } = response;
    const problem = isDelivered ? null : `The receiver answered with ${status}`;
    return { isDelivered, status, problem, answer, milliseconds: took(), pause: pauseIn(response.headers), at };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    return { ...nothing, problem: error.message, milliseconds: took(), at };
  }
}

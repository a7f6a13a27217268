/**
 * Streams new events of the journal to subscribers, as server-sent events.
 *
 * A subscriber is only a cursor into the journal: unread events stay in the table (recent ones also in a shared buffer), so
 * a slow reader costs no memory, and a reader that was disconnected resumes where it stopped. It is given a piece at a time,
 * when it is its turn (`turns.ts`).
 */
import { noticeWrites } from "../../../db";
import { durable, isDurable, lossesSoFar } from "../../../db/durability";
import { replicationState } from "../../../db/replication";
import { commit } from "../../../db/transaction";
import { now, SECOND } from "../../platform/clock";
import { noteGarbage } from "../../platform/footprint";
import { parseObject } from "../../platform/json";
import { log } from "../../platform/log";
import { changedFieldsIn } from "./differences";
import { advanceTo, entriesAfter, type JournalEntry, latestSeq, newestSeq, restart } from "./recent-events";
import { waitForTurn } from "./turns";

export type { JournalEntry } from "./recent-events";

/** The data of an event, as JSON text, that a subscriber may see; null when the event is not visible at all. */
export type Redaction = (entry: JournalEntry) => string | null;

/** A subscription of a user to the stream. */
export type Subscription = {
  userId: string;
  /** The last event received before; undefined to start with the next one. */
  lastEventId: number | undefined;
  /** The latest time at which the stream ends, in milliseconds since 1970. */
  expires: number;
  redact: Redaction;
  /** True when what is of interest only now, which isn't in the journal, is sent as well. */
  isWhole: boolean;
  /** It is called every second; the stream ends when it returns false. */
  stillAllowed: () => boolean;
  /** Closes the connection of a client that reads nothing. */
  disconnect: () => void;
};

/** The interval at which the journal is read for writes of other processes, and subscribers are reviewed. */
const INTERVAL = SECOND;

/** The garbage that sending something to a subscriber leaves, in bytes. */
const GARBAGE = 2_000;

/** `keepAlive`: how often idle streams send a comment; `patience`: how long a subscriber may read nothing. */
const defaults = { keepAlive: 20 * SECOND, patience: 60 * SECOND };
let timing = defaults;

/** Sets other times than the defaults, in milliseconds; without an argument the defaults. For tests. */
export function setStreamTiming(other: Partial<typeof defaults> = {}): void {
  timing = { ...defaults, ...other };
}

const encoder = new TextEncoder();

/**
 * Returns the first lines of a stream, so that proxies pass the headers on, and a client that hasn't received an event yet
 * knows where to resume, too; unless it isn't known yet which events are durable.
 */
const greeting = (cursor: number) => encoder.encode(`: stoa\n${latestSeq() < 0 ? "" : `id: ${cursor}\n`}\n`);
const ALIVE = encoder.encode(":\n\n");

let waking = false;
let timer: ReturnType<typeof setInterval> | undefined;
let lastKeepAlive = 0;
const subscribers = new Set<Subscriber>();

/** Returns JSON text in ASCII: some clients treat other characters than a line feed as the end of a line. */
const inAscii = (json: string) =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The frame of an event that was made last, with the data in it: most subscribers may see the same, and share it. */
const lastFrames = new WeakMap<JournalEntry, { data: string; frame: Uint8Array }>();

/** Returns the frame of an event with the data that a subscriber may see. */
function frameOf(entry: JournalEntry, data: string): Uint8Array {
  const last = lastFrames.get(entry);
  if (last?.data === data) return last.frame;
  const { seq, event_type, card_id, batch_id, user_id, user_display_name, created_at } = entry;
  const changed_fields = changedFieldsIn(parseObject(data)) ?? [];
  const author = { user_id, user_display_name };
  const rest = JSON.stringify({
    event: event_type,
    card_id,
    batch_id,
    timestamp: created_at,
    ...author,
    changed_fields,
  });
  const frame = encoder.encode(`id: ${seq}\ndata: ${inAscii(rest.slice(0, -1))},"data":${inAscii(data)}}\n\n`);
  lastFrames.set(entry, { data, frame });
  return frame;
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

class Subscriber {
  /** It is set while the client waits for more. */
  private asking: Controller | undefined;
  private greeted = false;
  private closed = false;
  private keepAliveDue = false;
  /** True when it waits for its turn. */
  private queued = false;
  /** Frames in addition to the journal's, which are sent once: the newest for each key. */
  private readonly passing = new Map<string, string>();
  private lastRead = Date.now();

  constructor(
    private readonly subscription: Subscription,
    private cursor: number,
  ) {}

  get userId(): string {
    return this.subscription.userId;
  }

  /** True when frames that aren't of the journal are sent as well. */
  get isWhole(): boolean {
    return this.subscription.isWhole;
  }

  /** Sends the next bytes as soon as there are any. */
  ask(controller: Controller): void {
    this.asking = controller;
    this.wake();
  }

  /** Sends what there is to a client that waits for it. There is no promise for each wait: thousands of clients do little else. */
  wake(): void {
    if (!this.asking) return;
    if (!this.greeted) {
      this.greeted = true;
      this.send(greeting(this.cursor));
    } else if (this.closed) this.end();
    else if (this.passing.size > 0) this.send(encoder.encode(this.passingFrames()));
    else if (this.cursor < latestSeq()) this.queue();
    else if (this.keepAliveDue) {
      this.keepAliveDue = false;
      this.send(ALIVE);
    }
  }

  private send(bytes: Uint8Array): void {
    this.lastRead = Date.now();
    this.answer((controller) => controller.enqueue(bytes));
  }

  private end(): void {
    this.answer((controller) => controller.close());
  }

  /** Lets a client that waits have something. */
  private answer(give: (controller: Controller) => void): void {
    const controller = this.asking;
    this.asking = undefined;
    try {
      if (controller) give(controller);
    } catch {
      // The client has gone, and the runtime hasn't said so yet.
      this.unsubscribe();
    }
  }

  private queue(): void {
    if (this.queued) return;
    this.queued = true;
    waitForTurn(this);
  }

  /** Sends the next events. @returns how many were looked at */
  takeTurn(): number {
    this.queued = false;
    if (!this.asking || this.closed) return 0;
    try {
      const { bytes, looked } = this.nextFrames();
      if (bytes) this.send(bytes);
      else this.wake();
      return looked;
    } catch (error) {
      // The database is being closed, or can't be read: the client comes again and continues where it was.
      log.warn({ exception: error }, "a stream ends");
      this.close();
      return 0;
    }
  }

  /** The frames of the next events, of which a subscriber may see few or none; moves the cursor. */
  private nextFrames(): { bytes: Uint8Array | undefined; looked: number } {
    const entries = entriesAfter(this.cursor);
    this.cursor = entries.at(-1)?.seq ?? latestSeq();
    const frames = entries.flatMap((entry) => this.frame(entry) ?? []);
    return { bytes: frames.length > 1 ? Buffer.concat(frames) : frames[0], looked: entries.length };
  }

  private passingFrames(): string {
    const text = [...this.passing.values()].join("");
    this.passing.clear();
    return text;
  }

  private frame(entry: JournalEntry): Uint8Array | undefined {
    const data = this.subscription.redact(entry);
    return data === null ? undefined : frameOf(entry, data);
  }

  /** Sends a frame that is not of the journal; one of the same key that wasn't read yet is replaced. */
  pass(key: string, frame: string): void {
    this.passing.set(key, frame);
    this.wake();
  }

  keepAlive(): void {
    this.keepAliveDue = true;
    this.wake();
  }

  /** Closes the stream when the token has expired, the user may no longer read, or the client reads nothing. */
  review(time: number): void {
    const { expires, stillAllowed } = this.subscription;
    const stuck = !this.asking && time - this.lastRead > timing.patience;
    if (stuck || time >= expires || !stillAllowed()) this.close();
  }

  /** Ends the stream. A client that doesn't read wouldn't see the end, so its connection is closed. */
  close(): void {
    this.unsubscribe();
    if (this.asking) this.wake();
    else this.subscription.disconnect();
  }

  unsubscribe(): void {
    this.closed = true;
    subscribers.delete(this);
  }
}

/** Sends committed events to the subscribers once they are durable; once for all events of a turn of the event loop. */
export function wakeStream(): void {
  if (waking || subscribers.size === 0) return;
  waking = true;
  queueMicrotask(sendDurableEvents);
}

async function sendDurableEvents(): Promise<void> {
  if (subscribers.size === 0) {
    waking = false;
    return;
  }
  const known = newestSeq();
  try {
    await durable(lossesSoFar());
  } catch {
    // The pipeline reports the failure to the client that made the change.
    return;
  } finally {
    waking = false;
  }
  // The database may have been closed after the last subscriber left.
  if (subscribers.size === 0) return;
  if (advanceTo(known)) wakeAll();
  // Events committed in the meantime need another sync.
  if (newestSeq() > known) wakeStream();
}

function wakeAll(): void {
  for (const subscriber of subscribers) subscriber.wake();
  noteGarbage(GARBAGE * subscribers.size);
}

function tick(): void {
  noticeWrites();
  wakeStream();
  reviewStreams();
  const time = Date.now();
  if (time - lastKeepAlive >= timing.keepAlive) {
    lastKeepAlive = time;
    for (const subscriber of subscribers) subscriber.keepAlive();
  }
  if (subscribers.size === 0) stopTimer();
}

function stopTimer(): void {
  clearInterval(timer);
  timer = undefined;
}

/** Opens a stream of new events, or of those after `lastEventId`. */
export function openStream(subscription: Subscription): ReadableStream<Uint8Array> {
  if (subscribers.size === 0) {
    // Uncommitted events may yet be lost and their numbers used again.
    commit();
    restart(isDurable() || !replicationState());
    lastKeepAlive = Date.now();
  }
  const { lastEventId } = subscription;
  const latest = latestSeq() < 0 ? newestSeq() : latestSeq();
  // A number beyond the journal is of another database: such a client starts with the next event.
  const cursor = lastEventId === undefined || lastEventId > latest ? latest : lastEventId;
  const subscriber = new Subscriber(subscription, cursor);
  subscribers.add(subscriber);
  timer ??= setInterval(tick, INTERVAL);
  if (latestSeq() < 0) wakeStream();
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) => subscriber.ask(controller),
      cancel: () => subscriber.unsubscribe(),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Sends a user data that is of interest only now: it is not in the journal, has no number, and is not sent again.
 * A slow reader gets the newest of the data with the same id.
 */
export function sendTo(userId: string, event: string, data: { id: string } & Record<string, unknown>): void {
  const rest = { event, card_id: null, batch_id: null, timestamp: now() };
  const frame = `data: ${inAscii(JSON.stringify({ ...rest, data }))}\n\n`;
  for (const subscriber of subscribers)
    if (subscriber.isWhole && subscriber.userId === userId) subscriber.pass(`${event} ${data.id}`, frame);
}

/** Ends the streams of those who may not read any more, after another thread has changed something. */
export function reviewStreams(): void {
  const time = Date.now();
  for (const subscriber of subscribers) subscriber.review(time);
}

/** Ends the streams of a user at once, after a deactivation or deletion. */
export function endStreamsOf(userId: string): void {
  for (const subscriber of subscribers) if (subscriber.userId === userId) subscriber.close();
}

/** Ends all streams, when the server stops. */
export function endStreams(): void {
  for (const subscriber of subscribers) subscriber.close();
  stopTimer();
}

/** Returns the number of open streams. */
export const subscriberCount = (): number => subscribers.size;

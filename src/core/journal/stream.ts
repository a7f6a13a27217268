/**
 * Tells subscribers what the journal gains, as server-sent events.
 *
 * A subscriber is a cursor into the journal and nothing more: what it hasn't read yet stays in the table (and, when it
 * is recent, in a small shared buffer), so a slow reader costs no memory, and one who was away resumes where it left.
 */
import { noticeWrites, statement } from "../../../db";
import { durable, lossesSoFar } from "../../../db/durability";
import { commit } from "../../../db/transaction";
import { SECOND } from "../../platform/clock";

/** An event as the journal holds it. `data` is JSON text. */
export type JournalEntry = {
  seq: number;
  event_type: string;
  data: string;
  card_id: string | null;
  batch_id: string | null;
  created_at: string;
};

/** What a subscriber may see of an entry: the `data` as JSON text, or null when nothing. */
export type Sight = (entry: JournalEntry) => string | null;

/** Who listens to the stream, and to what of it. */
export type Subscription = {
  userId: string;
  /** The last event already seen; undefined to begin with what happens from now on. */
  lastEventId: number | undefined;
  /** When the stream ends at the latest, in milliseconds since 1970. */
  expires: number;
  sight: Sight;
  /** Asked again and again; the stream ends when it says no. */
  stillAllowed: () => boolean;
  /** Breaks the connection off of a client that takes nothing. */
  breakOff: () => void;
};

/** Entries, and characters of their data, kept in memory for subscribers that keep up. */
const RECENT = 1_000;
const RECENT_CHARACTERS = 4_000_000;
/** Entries read at a time. */
const CHUNK = 100;
/** Characters sent at a time, but for an entry that is larger: what a slow reader can make the server hold. */
const PIECE = 64_000;
/** How often the journal is looked at for what another process has written, and subscribers are looked at anew. */
const LOOK = SECOND;

/**
 * How often an idle stream says that it is alive (proxies cut what is silent for longer), and how long a subscriber may
 * take nothing, while there is something to take, before it is let go.
 */
const defaults = { keepAlive: 20 * SECOND, patience: 60 * SECOND };
let timing = defaults;

/** Sets other times than the usual ones, in milliseconds; without an argument the usual ones. */
export function setStreamTiming(other: Partial<typeof defaults> = {}): void {
  timing = { ...defaults, ...other };
}

const encoder = new TextEncoder();

/** The first line of a stream: it makes proxies pass the headers on. */
const GREETING = encoder.encode(": stoa\n\n");
const ALIVE = encoder.encode(":\n\n");

/** A deleted card's events no longer refer to it; those that are about it still name it. */
const COLUMNS = `seq, event_type, coalesce(data, '{}') AS data, coalesce(card_id, CASE WHEN event_type GLOB 'card.*' THEN entity_id END) AS card_id,
  batch_id, created_at`;

let recent: JournalEntry[] = [];
let recentCharacters = 0;
let latest = 0;
let waking = false;
let timer: ReturnType<typeof setInterval> | undefined;
let lastKeepAlive = 0;
const subscribers = new Set<Subscriber>();

/** JSON text in ASCII alone: some clients take other characters than a line feed for the end of a line. */
const inAscii = (json: string) =>
  json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

class Subscriber {
  private wakeUp: (() => void) | undefined;
  private greeted = false;
  private closed = false;
  private alive = false;
  /** Whether the client has asked for more and waits for it. */
  private asking = false;
  private lastAsked = Date.now();

  constructor(
    private readonly subscription: Subscription,
    private cursor: number,
  ) {}

  get userId(): string {
    return this.subscription.userId;
  }

  /** The next bytes for the client, as soon as there are any; null when the stream is over. */
  async read(): Promise<Uint8Array | null> {
    this.asking = true;
    const bytes = await this.next();
    this.asking = false;
    this.lastAsked = Date.now();
    return bytes;
  }

  private async next(): Promise<Uint8Array | null> {
    if (!this.greeted) {
      this.greeted = true;
      return GREETING;
    }
    for (;;) {
      if (this.closed) return null;
      const behind = this.cursor < latest;
      const text = behind ? this.nextPiece() : "";
      if (text) return encoder.encode(text);
      if (this.alive) {
        this.alive = false;
        return ALIVE;
      }
      // Who may see nothing of a long journal must not keep the others waiting while it is gone through.
      if (behind) await Bun.sleep(0);
      else await new Promise<void>((resolve) => (this.wakeUp = resolve));
    }
  }

  /** Frames of the entries that follow, as many as fit; moves the cursor behind the last of them. */
  private nextPiece(): string {
    const entries = entriesAfter(this.cursor);
    if (entries.length === 0) this.cursor = latest;
    let text = "";
    for (const entry of entries) {
      text += this.frame(entry);
      this.cursor = entry.seq;
      if (text.length >= PIECE) break;
    }
    return text;
  }

  private frame(entry: JournalEntry): string {
    const data = this.subscription.sight(entry);
    if (data === null) return "";
    const { seq, event_type, card_id, batch_id, created_at } = entry;
    const rest = JSON.stringify({ event: event_type, card_id, batch_id, timestamp: created_at });
    return `id: ${seq}\ndata: ${rest.slice(0, -1)},"data":${inAscii(data)}}\n\n`;
  }

  wake(): void {
    const wakeUp = this.wakeUp;
    this.wakeUp = undefined;
    wakeUp?.();
  }

  keepAlive(): void {
    this.alive = true;
    this.wake();
  }

  /** Ends the stream of one whose token has expired, who may no longer read, or who takes nothing. */
  review(time: number): void {
    const { expires, stillAllowed } = this.subscription;
    const stuck = !this.asking && time - this.lastAsked > timing.patience;
    if (stuck || time >= expires || !stillAllowed()) this.close();
  }

  /** Ends the stream. Who doesn't read wouldn't see its end: their connection is broken off. */
  close(): void {
    this.forget();
    if (!this.asking) this.subscription.breakOff();
    this.wake();
  }

  /** Lets a client go that is gone. */
  forget(): void {
    this.closed = true;
    subscribers.delete(this);
  }
}

/** The entries after a place in the journal, oldest first, a chunk at most. */
function entriesAfter(cursor: number): JournalEntry[] {
  const first = recent[0]?.seq;
  if (first !== undefined && cursor >= first - 1) {
    // Nearly everybody is at the end.
    const start = recent.findLastIndex((entry) => entry.seq <= cursor) + 1;
    return recent.slice(start, start + CHUNK);
  }
  return statement<JournalEntry, [number, number, number]>(
    `SELECT ${COLUMNS} FROM events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
  ).all(cursor, latest, CHUNK);
}

/**
 * Tells the subscribers of what has been committed, once it is on the disk: what somebody has heard of must not be lost.
 * However many events a transaction publishes, they are woken once.
 */
export function wakeStream(): void {
  if (waking || subscribers.size === 0) return;
  waking = true;
  queueMicrotask(tell);
}

async function tell(): Promise<void> {
  if (subscribers.size === 0) {
    waking = false;
    return;
  }
  const known = newestSeq();
  try {
    await durable(lossesSoFar());
  } catch {
    // Whoever made the change is refused (see the pipeline), and nobody may hear of it.
    return;
  } finally {
    waking = false;
  }
  // With the last subscriber gone, the database may be too.
  if (subscribers.size === 0) return;
  look(known);
  // What has been committed since waits for a sync of its own.
  if (newestSeq() > known) wakeStream();
}

/** Takes what the journal has gained, up to an entry, and wakes the subscribers if there is something. */
function look(last: number): void {
  const before = latest;
  while (latest < last) {
    const gained = statement<JournalEntry, [number, number, number]>(
      `SELECT ${COLUMNS} FROM events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
    ).all(latest, last, CHUNK);
    for (const entry of gained) remember(entry);
    latest = gained.length < CHUNK ? last : (gained.at(-1) as JournalEntry).seq;
  }
  if (latest > before) for (const subscriber of subscribers) subscriber.wake();
}

/** Keeps an entry for those who keep up, and forgets what is too much. */
function remember(entry: JournalEntry): void {
  recent.push(entry);
  recentCharacters += entry.data.length;
  // Forgotten in large steps, so that the list is seldom moved.
  if (recent.length < 2 * RECENT && recentCharacters < 2 * RECENT_CHARACTERS) return;
  let kept = 0;
  let first = recent.length;
  while (first > 0 && recent.length - first < RECENT && kept <= RECENT_CHARACTERS)
    kept += recent[--first]?.data.length ?? 0;
  recent = recent.slice(first);
  recentCharacters = kept;
}

function tick(): void {
  noticeWrites();
  wakeStream();
  const time = Date.now();
  for (const subscriber of subscribers) subscriber.review(time);
  if (time - lastKeepAlive >= timing.keepAlive) {
    lastKeepAlive = time;
    for (const subscriber of subscribers) subscriber.keepAlive();
  }
  if (subscribers.size === 0) {
    clearInterval(timer);
    timer = undefined;
  }
}

const newestSeq = () => statement<{ seq: number | null }>("SELECT max(seq) AS seq FROM events").get()?.seq ?? 0;

/** A stream of what happens from now on, or from the event after `lastEventId`. */
export function openStream(subscription: Subscription): ReadableStream<Uint8Array> {
  if (subscribers.size === 0) {
    // Nobody listened, so nothing was kept: start from the journal as it stands.
    recent = [];
    recentCharacters = 0;
    // What isn't committed may yet be lost, and its numbers given anew.
    commit();
    latest = newestSeq();
    lastKeepAlive = Date.now();
  }
  const { lastEventId } = subscription;
  // An id from the future is of another database: such a client starts from now.
  const cursor = lastEventId === undefined || lastEventId > latest ? latest : lastEventId;
  const subscriber = new Subscriber(subscription, cursor);
  subscribers.add(subscriber);
  timer ??= setInterval(tick, LOOK);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await subscriber.read();
        if (bytes) controller.enqueue(bytes);
        else controller.close();
      },
      cancel: () => subscriber.forget(),
    },
    { highWaterMark: 0 },
  );
}

/** Ends the streams of a user, at once: after a deactivation or deletion. */
export function endStreamsOf(userId: string): void {
  for (const subscriber of subscribers) if (subscriber.userId === userId) subscriber.close();
}

/** Ends all streams: the server is stopping. */
export function endStreams(): void {
  for (const subscriber of subscribers) subscriber.close();
  clearInterval(timer);
  timer = undefined;
}

/** How many are listening. */
export const subscriberCount = (): number => subscribers.size;

/**
 * Tells subscribers what the journal gains, as server-sent events.
 *
 * A subscriber is a cursor into the journal and nothing more: what it hasn't read yet stays in the table (and, when it
 * is recent, in a small shared buffer), so a slow reader costs no memory, and one who was away resumes where it left.
 */
import { noticeOtherWriters, statement } from "../../../db/client";
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

/** Entries kept in memory for subscribers that keep up. */
const RECENT = 1_000;
/** Entries read or sent at a time. */
const CHUNK = 200;
/** How often an idle stream says that it is alive; proxies cut what is silent for longer. */
const KEEP_ALIVE = 20 * SECOND;
/** How often the journal is looked at for what another process has written. */
const LOOK = SECOND;
/** A subscriber that takes nothing for this long while there is something to take is let go. */
const PATIENCE = 60 * SECOND;

const encoder = new TextEncoder();

/** The first line of a stream: it makes proxies pass the headers on. */
const GREETING = encoder.encode(": stoa\n\n");
const ALIVE = encoder.encode(":\n\n");

const COLUMNS = "seq, event_type, data, card_id, batch_id, created_at";

let recent: JournalEntry[] = [];
let latest = 0;
let timer: ReturnType<typeof setInterval> | undefined;
let lastKeepAlive = 0;
const subscribers = new Set<Subscriber>();

class Subscriber {
  private wakeUp: (() => void) | undefined;
  private greeted = false;
  private closed = false;
  private alive = false;
  private lastRead = Date.now();

  constructor(
    readonly userId: string,
    private cursor: number,
    private readonly expires: number,
    private readonly sight: Sight,
    private readonly stillAllowed: () => boolean,
  ) {}

  /** The next bytes for the client, as soon as there are any; null when the stream is over. */
  async read(): Promise<Uint8Array | null> {
    if (!this.greeted) {
      this.greeted = true;
      return GREETING;
    }
    for (;;) {
      if (this.closed) return null;
      this.lastRead = Date.now();
      const entries = this.cursor < latest ? entriesAfter(this.cursor) : [];
      const frames = entries.map((entry) => this.frame(entry)).join("");
      this.cursor = entries.at(-1)?.seq ?? this.cursor;
      if (frames) return encoder.encode(frames);
      if (this.alive) {
        this.alive = false;
        return ALIVE;
      }
      if (entries.length === 0) await new Promise<void>((resolve) => (this.wakeUp = resolve));
    }
  }

  private frame(entry: JournalEntry): string {
    const data = this.sight(entry);
    if (data === null) return "";
    const { seq, event_type, card_id, batch_id, created_at } = entry;
    const rest = JSON.stringify({ event: event_type, card_id, batch_id, timestamp: created_at });
    return `id: ${seq}\ndata: ${rest.slice(0, -1)},"data":${data}}\n\n`;
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

  /** Ends the stream of one whose token has expired or who may no longer read, and of one who takes nothing. */
  review(time: number): void {
    const stuck = this.cursor < latest && time - this.lastRead > PATIENCE;
    if (stuck || time >= this.expires || !this.stillAllowed()) this.close();
  }

  close(): void {
    this.closed = true;
    subscribers.delete(this);
    this.wake();
  }
}

/** The entries after a place in the journal, oldest first, a chunk at most. */
function entriesAfter(cursor: number): JournalEntry[] {
  const first = recent[0]?.seq;
  if (first !== undefined && cursor >= first - 1) {
    const start = recent.findIndex((entry) => entry.seq > cursor);
    return start < 0 ? [] : recent.slice(start, start + CHUNK);
  }
  return statement<JournalEntry, [number, number]>(
    `SELECT ${COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`,
  ).all(cursor, CHUNK);
}

/** Looks at what the journal has gained and wakes the subscribers. Called after every commit that published. */
export function wakeStream(): void {
  if (subscribers.size === 0) return;
  const before = latest;
  for (;;) {
    const gained = statement<JournalEntry, [number, number]>(
      `SELECT ${COLUMNS} FROM events WHERE seq > ? ORDER BY seq LIMIT ?`,
    ).all(latest, CHUNK);
    for (const entry of gained) recent.push(entry);
    latest = gained.at(-1)?.seq ?? latest;
    if (recent.length > RECENT) recent = recent.slice(-RECENT);
    if (gained.length < CHUNK) break;
  }
  if (latest > before) for (const subscriber of subscribers) subscriber.wake();
}

function tick(): void {
  noticeOtherWriters();
  wakeStream();
  const time = Date.now();
  for (const subscriber of subscribers) subscriber.review(time);
  if (time - lastKeepAlive >= KEEP_ALIVE) {
    lastKeepAlive = time;
    for (const subscriber of subscribers) subscriber.keepAlive();
  }
  if (subscribers.size === 0) {
    clearInterval(timer);
    timer = undefined;
  }
}

const newestSeq = () => statement<{ seq: number | null }>("SELECT max(seq) AS seq FROM events").get()?.seq ?? 0;

/**
 * A stream of what happens from now on, or from the event after `lastEventId`.
 * @param subscription who listens; `expires` in milliseconds since 1970 ends the stream; `sight` says what they may
 *   see of an entry; `stillAllowed` is asked again and again
 */
export function openStream(subscription: {
  userId: string;
  lastEventId: number | undefined;
  expires: number;
  sight: Sight;
  stillAllowed: () => boolean;
}): ReadableStream<Uint8Array> {
  if (subscribers.size === 0) {
    // Nobody listened, so nothing was kept: start from the journal as it stands.
    recent = [];
    latest = newestSeq();
    lastKeepAlive = Date.now();
  }
  const { userId, lastEventId, expires, sight, stillAllowed } = subscription;
  // An id from the future is of another database: such a client starts from now.
  const cursor = lastEventId === undefined || lastEventId > latest ? latest : lastEventId;
  const subscriber = new Subscriber(userId, cursor, expires, sight, stillAllowed);
  subscribers.add(subscriber);
  timer ??= setInterval(tick, LOOK);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const bytes = await subscriber.read();
        if (bytes) controller.enqueue(bytes);
        else controller.close();
      },
      cancel: () => subscriber.close(),
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

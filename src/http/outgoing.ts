/** Streams on their way to clients: each is watched, so that one that nobody reads holds nothing for long. */
import { SECOND } from "../platform/clock";
import { relieveWith } from "./answer-memory";

/** Milliseconds for which a client may read nothing before its answer is let go. */
const MAX_UNREAD = 60 * SECOND;
/** The same while others wait for memory. */
const MAX_UNREAD_WHEN_FULL = 5 * SECOND;
/** Milliseconds between two looks for clients that don't read. */
const INTERVAL = 5 * SECOND;

/** A stream on its way: the instant at which it was read last, undefined while a piece of it is being made. */
type Outgoing = { readAt: number | undefined; letGo: () => void };

const outgoing = new Set<Outgoing>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Lets go of the streams that nobody has read for some milliseconds, the longest unread first, until it is enough. */
export function letGoUnread(most = MAX_UNREAD, isEnough = () => false): void {
  const since = Date.now() - most;
  const unread = [...outgoing].filter(({ readAt }) => readAt !== undefined && readAt <= since);
  for (const each of unread.toSorted((one, other) => (one.readAt ?? 0) - (other.readAt ?? 0))) {
    if (isEnough()) return;
    each.letGo();
  }
}

relieveWith((isEnough) => letGoUnread(MAX_UNREAD_WHEN_FULL, isEnough));

function watch(each: Outgoing): void {
  outgoing.add(each);
  timer ??= setInterval(() => letGoUnread(), INTERVAL);
  timer.unref();
}

function unwatch(each: Outgoing): void {
  outgoing.delete(each);
  if (outgoing.size > 0) return;
  clearInterval(timer);
  timer = undefined;
}

/**
 * Returns a stream with the pieces of another, each asked for when the one before it is sent. A client that reads none of
 * them for a minute is disconnected, and sooner while others wait for memory.
 * @param disconnect closes the connection
 */
export function watched(body: ReadableStream<Uint8Array>, disconnect: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const own: Outgoing = {
    readAt: Date.now(),
    letGo() {
      unwatch(own);
      void reader.cancel();
      disconnect();
    },
  };
  watch(own);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Its end would look to the reader as if it were complete; it waits for the connection to close.
        if (!outgoing.has(own)) return new Promise(() => {});
        own.readAt = undefined;
        try {
          const { done, value } = await reader.read();
          own.readAt = Date.now();
          if (!done) return controller.enqueue(value);
        } catch (error) {
          unwatch(own);
          throw error;
        }
        unwatch(own);
        controller.close();
      },
      cancel(reason) {
        unwatch(own);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

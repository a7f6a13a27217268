/**
 * The event stream of the server, as messages. It is read by `fetch` and not by an `EventSource`, which doesn't show why it
 * was refused, when it tries again, or that nothing comes any more.
 */

/** An event: its type, what it is about, who made it, and what the reader may see of it. */
export type Event = {
  event: string;
  card_id: string | null;
  batch_id: string | null;
  timestamp: string;
  user_id?: string | null;
  changed_fields?: string[];
  data: Record<string, unknown>;
};

/** A loss of the stream. */
export type Loss = {
  kind: "lost";
  /** The time since which it is lost, in milliseconds since 1970. */
  since: number;
  /** The time at which it is tried again. */
  retryAt: number;
  /** False when the server has answered, and only refuses the stream. */
  isAway: boolean;
};

export type Message = { kind: "open" } | Loss | { kind: "event"; event: Event };

/** Milliseconds between two attempts: after a stream that broke off, then twice as long each time, up to the most. */
const PAUSE = { broken: 200, first: 1_000, most: 10_000 };
/** Milliseconds in which an answer, or the next sign of life, must come; the server sends something every 20 seconds. */
const PATIENCE = { answer: 10_000, silence: 45_000 };

/** Answers of proxies whose server is away. */
const GATEWAYS = [502, 503, 504];

/** Reads the frames of a stream to its end. */
async function readFrames(body: ReadableStream<Uint8Array>, alive: () => void, frame: (lines: string[]) => void) {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    const frames = (text + value).split("\n\n");
    text = frames.pop() ?? "";
    for (const one of frames) frame(one.split("\n"));
  }
}

/** Returns what stands behind a name in the lines of a frame. */
const lineOf = (lines: readonly string[], name: string): string | undefined =>
  lines.find((line) => line.startsWith(name))?.slice(name.length);

/** A stream that is followed. */
export type FollowedStream = { end: () => void; tryNow: () => void };

/**
 * Follows the stream, also over restarts of the server: nothing that happened in between is missed, because each
 * connection begins after the last event that came.
 */
export function followStream(receive: (message: Message) => void): FollowedStream {
  let hasEnded = false;
  let place: string | undefined;
  let abort = new AbortController();
  let wake = () => {};

  /** Reads the stream until it breaks off. @returns whether it was opened, and whether the server was there at all */
  async function read(): Promise<{ wasOpen: boolean; isAway: boolean }> {
    abort = new AbortController();
    const { signal } = abort;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expect = (within: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => abort.abort(), within);
    };
    let wasOpen = false;
    try {
      expect(PATIENCE.answer);
      const headers = { accept: "text/event-stream", ...(place !== undefined && { "last-event-id": place }) };
      const answer = await fetch("/api/v1/events/stream", { headers, signal, cache: "no-store" });
      if (!answer.ok || !answer.body) return { wasOpen, isAway: GATEWAYS.includes(answer.status) };
      wasOpen = true;
      receive({ kind: "open" });
      await readFrames(
        answer.body,
        () => expect(PATIENCE.silence),
        (lines) => {
          place = lineOf(lines, "id: ") ?? place;
          const data = lineOf(lines, "data: ");
          if (data !== undefined) receive({ kind: "event", event: JSON.parse(data) as Event });
        },
      );
    } catch {
      // It wasn't reached, or broke off.
    } finally {
      clearTimeout(timer);
    }
    return { wasOpen, isAway: true };
  }

  const wait = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function follow(): Promise<void> {
    let since = Date.now();
    let pause = PAUSE.first;
    while (!hasEnded) {
      const { wasOpen, isAway } = await read();
      if (hasEnded) return;
      if (wasOpen) {
        // A server that is there is reached again at once, and nobody needs to know.
        since = Date.now();
        pause = PAUSE.first;
        await wait(PAUSE.broken);
      } else {
        receive({ kind: "lost", since, retryAt: Date.now() + pause, isAway });
        await wait(pause);
        pause = Math.min(2 * pause, PAUSE.most);
      }
    }
  }

  void follow();
  return {
    end() {
      hasEnded = true;
      abort.abort();
      wake();
    },
    tryNow: () => wake(),
  };
}

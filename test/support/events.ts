/** Reads the event stream as a client would. */
import { inTime } from "./waiting";

export type StreamedEvent = {
  id: string;
  event: string;
  data: Record<string, unknown>;
  card_id: string | null;
  batch_id: string | null;
  timestamp: string;
};

/**
 * Subscribes to the stream of the server at `url`.
 * @param options the token, or another way to show one; and the id of the last event already seen
 */
export async function subscribe(
  url: string,
  options: {
    token?: string | undefined;
    lastEventId?: string | undefined;
    query?: string;
    headers?: Record<string, string>;
  },
) {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/v1/events/stream${options.query ?? ""}`, {
    headers: {
      ...(options.token && { authorization: `Bearer ${options.token}` }),
      ...(options.lastEventId && { "last-event-id": options.lastEventId }),
      ...options.headers,
    },
    signal: abort.signal,
  });
  const events: StreamedEvent[] = [];
  const comments: string[] = [];
  let arrived: (() => void) | undefined;
  let ended = false;
  let failed = false;
  const reading = (async () => {
    const decoder = new TextDecoder();
    let text = "";
    try {
      for await (const bytes of response.body ?? []) {
        text += decoder.decode(bytes, { stream: true });
        const frames = text.split("\n\n");
        text = frames.pop() ?? "";
        for (const frame of frames) {
          const id = frame.match(/^id: (.*)$/m)?.[1];
          const data = frame.match(/^data: (.*)$/m)?.[1];
          if (id && data) events.push({ id, ...JSON.parse(data) });
          else if (frame.startsWith(":")) comments.push(frame);
        }
        arrived?.();
      }
    } catch {
      // Aborted by `close`, or broken off by the server.
      failed = true;
    }
    ended = true;
    arrived?.();
  })();
  async function upTo<T>(arriving: T[], count: number): Promise<T[]> {
    while (arriving.length < count && !ended) await new Promise<void>((resolve) => (arrived = resolve));
    return arriving;
  }
  return {
    status: response.status,
    headers: response.headers,
    events,
    /** The received comments: the greeting, and the keep-alive signs. */
    comments,
    /** Waits until so many events have come, or the stream has ended. */
    until: (count: number): Promise<StreamedEvent[]> => inTime(upTo(events, count), `${count} events`),
    /** Waits until so many comments have come, or the stream has ended. */
    untilComments: (count: number): Promise<string[]> => inTime(upTo(comments, count), `${count} comments`),
    /** True when the stream ended in another way than by its own end. */
    failed: () => failed,
    /** Waits until the server has ended the stream. */
    get ended(): Promise<void> {
      return inTime(reading, "the end of the stream");
    },
    async close() {
      abort.abort();
      await reading;
    },
  };
}

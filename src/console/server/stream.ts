/** The event stream of the server, as messages. */

/** An event: its type, what it is about, and what the reader may see of it. */
export type Event = {
  event: string;
  card_id: string | null;
  batch_id: string | null;
  timestamp: string;
  data: Record<string, unknown>;
};

export type Message = { kind: "open" } | { kind: "lost" } | { kind: "event"; event: Event };

const AGAIN = 2_000;

/**
 * Follows the stream, also over restarts of the server: nothing that happened in between is missed, because each
 * connection begins after the last event that came.
 * @returns a function that ends it
 */
export function followStream(receive: (message: Message) => void): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const connect = (): void => {
    source = new EventSource("/api/v1/events/stream");
    source.onopen = () => receive({ kind: "open" });
    source.onmessage = ({ data }) => receive({ kind: "event", event: JSON.parse(data as string) as Event });
    source.onerror = () => {
      receive({ kind: "lost" });
      // The browser reconnects by itself unless it was answered with an error.
      if (source?.readyState === EventSource.CLOSED) timer = setTimeout(connect, AGAIN);
    };
  };
  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

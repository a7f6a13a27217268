/** A reader of the event stream over the network. */
import type { Client } from "./client";
import { inTime } from "./waiting";

export type Frame = { id: string | undefined; event: string; data: Record<string, unknown> };

/** Opens the event stream of a client. @param query such as `?scenario=…` */
export async function openEvents(url: string, { token }: Client, query = "") {
  const abort = new AbortController();
  const response = await fetch(`${url}/api/v1/events/stream${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  let text = "";
  /** Returns the next frame; undefined when the stream has ended. */
  async function next(): Promise<Frame | undefined> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end < 0) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        text += decoder.decode(value, { stream: true });
        continue;
      }
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const data = lines.find((line) => line.startsWith("data: "))?.slice("data: ".length);
      const id = lines.find((line) => line.startsWith("id: "))?.slice("id: ".length);
      if (data !== undefined) return { id, ...JSON.parse(data) };
    }
  }
  async function nextThat(fits: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const frame = await next();
      if (!frame) throw new Error("the stream has ended");
      if (fits(frame)) return frame;
    }
  }
  return {
    next,
    /** The next frame that fits. @throws when the stream ends before */
    until: (fits: (frame: Frame) => boolean) => inTime(nextThat(fits), `a frame with ${fits}`),
    close: () => abort.abort(),
  };
}

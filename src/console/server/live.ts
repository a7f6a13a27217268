/**
 * The event stream, one for all tabs of a browser: a shared worker holds it and passes the events on. Browsers without
 * shared workers, which are those of phones, have a stream for each tab.
 */

import { createStore } from "../state/store";
import { makeStale } from "./queries";
import type { Message } from "./stream";
import { followStream } from "./stream";

/** The state of the connection: since when it is away, in milliseconds since 1970; null while it is there. */
export const connection = createStore<{ since: number } | null>(null);

/** Time in which events are gathered before lists are read again. */
const GATHER = 150;
const gathered = new Set<string>();
let isGathering = false;

function receive(message: Message): void {
  if (message.kind === "open") connection.update(() => null);
  else if (message.kind === "lost") connection.update((before) => before ?? { since: Date.now() });
  else {
    gathered.add(message.event.event);
    if (isGathering) return;
    isGathering = true;
    setTimeout(() => {
      isGathering = false;
      makeStale(gathered);
      gathered.clear();
    }, GATHER);
  }
}

/** Follows the stream while somebody is logged in. @returns a function that ends it */
export function followEvents(): () => void {
  if (typeof SharedWorker === "undefined") return followStream(receive);
  const worker = new SharedWorker(new URL("./live-worker.ts", import.meta.url), {
    type: "module",
    name: "stoa-events",
  });
  worker.port.onmessage = ({ data }: MessageEvent<Message>) => receive(data);
  const leave = () => worker.port.postMessage("leave");
  window.addEventListener("pagehide", leave);
  return () => {
    window.removeEventListener("pagehide", leave);
    leave();
    worker.port.close();
  };
}

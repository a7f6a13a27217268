/**
 * The event stream, one for all tabs of a browser: a shared worker holds it and passes the events on. Browsers without
 * shared workers, which are those of phones, have a stream for each tab.
 */
import { onlineManager } from "@tanstack/react-query";
import { createStore } from "../state/store";
import { noteArrival } from "./arrivals";
import type { Request } from "./live-worker";
import { cache, makeStale } from "./queries";
import { concernOf } from "./scenario";
import type { Event, Loss, Message } from "./stream";
import { followStream } from "./stream";

/** The loss of the connection; null while it is there. */
export const connection = createStore<Omit<Loss, "kind"> | null>(null);

/** The loss once it has lasted: the server is away. Null while it isn't, or may be back in a moment. */
export const away = createStore<Omit<Loss, "kind"> | null>(null);

/** Milliseconds after which a loss counts. */
const LASTING = 5_000;
let lasting: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds in which events are gathered before lists are read again. */
const GATHER = 150;
const gathered = new Set<string>();
let isAllStale = false;
let isGathering = false;

/** Notes that the connection is there, or gone: while the server is away, what was read stays, and nothing more is read. */
function setLoss(loss: Loss | null): void {
  const wasLost = connection.value() !== null;
  connection.update(() => loss);
  clearTimeout(lasting);
  if (!loss?.isAway) away.update(() => null);
  else lasting = setTimeout(() => away.update(() => loss), loss.since + LASTING - Date.now());
  onlineManager.setOnline(!loss?.isAway);
  if (!loss && wasLost) void cache.invalidateQueries();
}

function receive(message: Message): void {
  if (message.kind === "open") setLoss(null);
  else if (message.kind === "lost") setLoss(message);
  else gather(message.event);
}

/** Gathers events for some moments, so that what they make stale is read once. */
function gather(event: Event): void {
  const { events, isAll } = concernOf(event);
  events.forEach(noteArrival);
  for (const { event: type } of events) gathered.add(type);
  isAllStale ||= isAll;
  if (isGathering) return;
  isGathering = true;
  setTimeout(() => {
    isGathering = false;
    if (isAllStale) void cache.invalidateQueries();
    else makeStale(gathered);
    isAllStale = false;
    gathered.clear();
  }, GATHER);
}

/** Follows the stream in a way that ends, and is tried again when somebody wants it. */
type Following = { end: () => void; tryNow: () => void };

let following: Following | undefined;

/** Tries the stream again at once. */
export const tryNow = (): void => following?.tryNow();

function followWorker(): Following {
  const worker = new SharedWorker(new URL("./live-worker.ts", import.meta.url), {
    type: "module",
    name: "stoa-events",
  });
  worker.port.onmessage = ({ data }: MessageEvent<Message>) => receive(data);
  const ask = (request: Request) => worker.port.postMessage(request);
  const leave = () => ask("leave");
  window.addEventListener("pagehide", leave);
  return {
    tryNow: () => ask("try"),
    end() {
      window.removeEventListener("pagehide", leave);
      leave();
      worker.port.close();
    },
  };
}

/** Follows the stream while somebody is logged in. @returns a function that ends it */
export function followEvents(): () => void {
  // The stream knows better than the browser whether the server is there.
  onlineManager.setEventListener(() => undefined);
  window.addEventListener("online", tryNow);
  following = typeof SharedWorker === "undefined" ? followStream(receive) : followWorker();
  return () => {
    window.removeEventListener("online", tryNow);
    following?.end();
    following = undefined;
    clearTimeout(lasting);
    connection.update(() => null);
    away.update(() => null);
    onlineManager.setOnline(true);
  };
}

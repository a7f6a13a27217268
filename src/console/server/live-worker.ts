/** The shared worker that holds the event stream for all tabs, while there are any. */
import { type FollowedStream, followStream, type Message } from "./stream";

/** A request of a tab: it leaves, or wants the stream to be tried again at once. */
export type Request = "leave" | "try";

const ports = new Set<MessagePort>();
let stream: FollowedStream | undefined;
let last: Message | undefined;

function send(message: Message): void {
  if (message.kind !== "event") last = message;
  for (const port of ports) port.postMessage(message);
}

(globalThis as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = ({ ports: [port] }) => {
  if (!port) return;
  ports.add(port);
  port.onmessage = ({ data }: MessageEvent<Request>) => {
    if (data === "try") return stream?.tryNow();
    ports.delete(port);
    if (ports.size > 0) return;
    stream?.end();
    stream = undefined;
    last = undefined;
  };
  stream ??= followStream(send);
  if (last) port.postMessage(last);
};

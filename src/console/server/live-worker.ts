/** The shared worker that holds the event stream for all tabs, while there are any. */
import { followStream, type Message } from "./stream";

const ports = new Set<MessagePort>();
let stop: (() => void) | undefined;
let last: Message | undefined;

function send(message: Message): void {
  if (message.kind !== "event") last = message;
  for (const port of ports) port.postMessage(message);
}

(globalThis as unknown as { onconnect: (event: MessageEvent) => void }).onconnect = ({ ports: [port] }) => {
  if (!port) return;
  ports.add(port);
  port.onmessage = () => {
    ports.delete(port);
    if (ports.size > 0) return;
    stop?.();
    stop = undefined;
    last = undefined;
  };
  stop ??= followStream(send);
  if (last) port.postMessage(last);
};

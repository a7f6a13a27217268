/** Requests as they are on the wire, which no client library would send. */
import { connect, type Socket } from "node:net";

/** An answer as it is on the wire. */
export type RawAnswer = { status: number; head: string; body: string };

/**
 * Returns the answer in what was received; undefined while it isn't complete. Answers without a length end with the
 * connection.
 */
function completeAnswer(received: string): RawAnswer | undefined {
  const end = received.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = received.slice(0, end);
  const body = received.slice(end + 4);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length !== undefined && Buffer.byteLength(body) < Number(length)) return undefined;
  return { status: Number(head.split(" ")[1]), head, body };
}

/** Returns a connection to the server at `url`; the caller destroys it. */
export const connectTo = (url: string): Socket => connect(Number(new URL(url).port), "127.0.0.1");

/**
 * Sends text to the server at `url` and waits for its answer.
 * @param text the head, and as much of the body as it is to get
 */
export function sendRaw(url: string, text: string): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const socket = connectTo(url);
  let received = "";
  socket.on("data", (bytes) => {
    received += bytes.toString();
    const answer = completeAnswer(received);
    if (answer) resolve(answer);
  });
  socket.on("error", reject);
  socket.on("close", () => reject(new Error(`closed after ${JSON.stringify(received.slice(0, 100))}`)));
  socket.write(text);
  return promise.finally(() => socket.destroy());
}

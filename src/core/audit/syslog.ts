/**
 * The journal as messages of syslog (RFC 5424) over TCP or TLS, with octet counting (RFC 6587, RFC 5425). Syslog acknowledges
 * nothing. So each stretch has a connection of its own, which is closed in one direction after the last message: a receiver that
 * then closes it as well, in peace, has read everything; a connection that ends before or breaks makes the stretch be sent again.
 */
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { hostname } from "node:os";
import { connect as connectSecure, rootCertificates } from "node:tls";
import { SECOND } from "../../platform/clock";
import { addressesOf } from "../../platform/outbound-addresses";
import { lineOf, type SealedEvent } from "./audit-line";
import type { Target } from "./target";

/** The host and port of a receiver, and whether it speaks TLS. */
export type Receiver = { host: string; port: number; secure: boolean };

/** Facility 13, log audit, with severity 6, informational. */
const PRIORITY = 13 * 8 + 6;
/** The largest number of a message (RFC 5424, section 7.3.1). */
const MAX_SEQUENCE = 2_147_483_647;
/** The longest name of a machine and of a kind of message. */
const MAX_HOST = 255;
const MAX_KIND = 32;
/** The time that a stretch may take. */
const TIMEOUT = 60 * SECOND;
/** The time that one address of several has to accept a connection. */
const CONNECT_TIMEOUT = 10 * SECOND;

/** Returns a name as syslog permits it. */
const nameOf = (text: string, longest: number) => text.replaceAll(/[^\x21-\x7e]/g, "").slice(0, longest) || "-";

/** Returns the message of an event with its length before it. */
export function messageOf(event: SealedEvent): Buffer {
  const head = `<${PRIORITY}>1 ${event.created_at} ${nameOf(hostname(), MAX_HOST)} stoa - ${nameOf(event.event_type, MAX_KIND)}`;
  const sequence = ((event.seq - 1) % MAX_SEQUENCE) + 1;
  const message = Buffer.from(`${head} [meta sequenceId="${sequence}"] ${lineOf(event)}`);
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

/**
 * The time before a connection is closed, in which a receiver that has closed it without reading is noticed: twice what
 * connecting took, and at least so many milliseconds.
 */
const MIN_GRACE = 100;

/** A connection, and the milliseconds that it took. */
type Connection = { socket: Socket; took: number };

/** Connects to an address of a receiver. @throws an error of the connection or of the certificate */
function connect(address: string, receiver: Receiver, authorities: readonly string[], signal: AbortSignal) {
  const { host, port, secure } = receiver;
  const connected = Promise.withResolvers<Connection>();
  const began = performance.now();
  const socket: Socket = secure
    ? connectSecure({
        host: address,
        port,
        servername: isIP(host) === 0 ? host : "",
        ca: [...rootCertificates, ...authorities],
      })
    : connectPlain({ host: address, port });
  const late = setTimeout(() => end(new Error("no connection in time")), CONNECT_TIMEOUT);
  const stopped = () => end(signal.reason);
  const end = (reason: unknown) => {
    connected.reject(reason);
    socket.destroy();
  };
  signal.addEventListener("abort", stopped);
  socket.once("error", end).once("close", () => end(new Error("the connection was closed")));
  socket.once(secure ? "secureConnect" : "connect", () =>
    connected.resolve({ socket, took: performance.now() - began }),
  );
  return connected.promise.finally(() => {
    clearTimeout(late);
    signal.removeEventListener("abort", stopped);
  });
}

/** Sends messages on a connection, closes it, and waits until the receiver has closed it, too. @throws when it breaks */
function sendAll({ socket, took }: Connection, messages: Buffer, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let state: "sending" | "closed here" | "read" = "sending";
  let grace: ReturnType<typeof setTimeout> | undefined;
  const fail = (reason: unknown) => {
    reject(reason);
    socket.destroy();
  };
  const stopped = () => fail(signal.reason);
  const slow = () => fail(new Error(state === "sending" ? "it reads too slowly" : "it doesn't close the connection"));
  const late = setTimeout(slow, TIMEOUT);
  const close = () => {
    state = "closed here";
    socket.end();
  };
  signal.addEventListener("abort", stopped);
  socket.on("error", fail);
  socket.on("end", () => {
    if (state === "closed here") state = "read";
  });
  socket.on("close", () => (state === "read" ? resolve() : fail(new Error("it has closed the connection too early"))));
  // Everything that a receiver sends is read and forgotten.
  socket.resume();
  socket.write(messages, () => {
    grace = setTimeout(close, Math.max(MIN_GRACE, 2 * took));
  });
  return promise.finally(() => {
    clearTimeout(late);
    clearTimeout(grace);
    signal.removeEventListener("abort", stopped);
  });
}

/** Sends messages to the first address that accepts a connection. */
async function sendTo(
  receiver: Receiver,
  addresses: readonly string[],
  authorities: readonly string[],
  messages: Buffer,
  signal: AbortSignal,
): Promise<void> {
  for (const [at, address] of addresses.entries()) {
    let connection: Connection;
    try {
      connection = await connect(address, receiver, authorities, signal);
    } catch (error) {
      if (signal.aborted || at === addresses.length - 1) throw error;
      continue;
    }
    return await sendAll(connection, messages, signal);
  }
  throw new Error("it has no address");
}

const reasonOf = (error: unknown) => {
  const { code, message } = error as { code?: string; message?: string };
  return code ?? message ?? String(error);
};

/**
 * Returns the target that is a receiver of syslog.
 * @param authorities certificates as PEM that are trusted in addition to the public ones
 * @param resolve finds the addresses of its host
 */
export function syslogTarget(
  receiver: Receiver,
  authorities: readonly string[],
  resolve: (host: string) => Promise<string[]> = addressesOf,
): Target {
  return {
    kind: "syslog",
    async export(position, next, signal) {
      const { events, end } = next(position);
      if (events.length === 0) return end;
      const { host, port } = receiver;
      try {
        const messages = Buffer.concat(events.map(messageOf));
        await sendTo(receiver, await resolve(host), authorities, messages, signal);
        return end;
      } catch (error) {
        throw new Error(`${host}:${port} takes no messages: ${reasonOf(error)}`, { cause: error });
      }
    },
  };
}

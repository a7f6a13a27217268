/** A receiver of syslog on loopback: TCP or TLS, with octet counting. */
import type { AddressInfo, Server, Socket } from "node:net";
import { createServer } from "node:net";
import { createServer as createSecureServer } from "node:tls";

/** The way in which it treats a connection: it reads everything, reads nothing and breaks it, or reads it and never closes it. */
export type Behaviour = "reads" | "breaks" | "stays";

/** Takes whole messages from the beginning of bytes. @returns the bytes after them */
function takeMessages(bytes: Buffer, received: string[]): Buffer {
  for (let rest = bytes; ; ) {
    const space = rest.indexOf(" ");
    const length = Number(rest.toString("latin1", 0, Math.max(0, space)));
    if (space < 0 || rest.length < space + 1 + length) return rest;
    received.push(rest.toString("utf8", space + 1, space + 1 + length));
    rest = rest.subarray(space + 1 + length);
  }
}

/**
 * Starts a receiver.
 * @param options `tls`: the certificate that it shows, with its key; `port`: a free one without it
 */
export async function startSyslogReceiver(options: { tls?: { key: string; cert: string }; port?: number } = {}) {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let behaviour: Behaviour = "reads";
  let connections = 0;
  const accept = (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    if (behaviour === "breaks") return socket.destroy();
    let rest: Buffer = Buffer.alloc(0);
    socket.on("data", (bytes: Buffer) => {
      rest = takeMessages(Buffer.concat([rest, bytes]), received);
    });
    if (behaviour === "reads") socket.on("end", () => socket.end());
  };
  const { tls, port = 0 } = options;
  const halfOpen = { allowHalfOpen: true };
  const server: Server = tls ? createSecureServer({ ...halfOpen, ...tls }, accept) : createServer(halfOpen, accept);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    port: (server.address() as AddressInfo).port,
    /** The messages so far. */
    received,
    connections: () => connections,
    behave: (next: Behaviour) => {
      behaviour = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

export type SyslogReceiver = Awaited<ReturnType<typeof startSyslogReceiver>>;

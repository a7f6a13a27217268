/** Servers of the world outside, on loopback: what Stoa calls in tests. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the server got it. */
export type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

export type Outside = {
  url: string;
  port: number;
  /** The requests so far, in order. */
  seen: Seen[];
  stop: () => Promise<void>;
};

export type Reply = (request: Seen, response: ServerResponse) => void;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/**
 * Starts a server on 127.0.0.1.
 * @param reply answers a request
 */
export async function startOutside(reply: Reply): Promise<Outside> {
  const seen: Seen[] = [];
  const listener: RequestListener = async (request, response) => {
    response.on("error", () => {});
    const { method = "", url = "", headers } = request;
    const asked = { method, url, headers, body: await bodyOf(request) };
    seen.push(asked);
    reply(asked, response);
  };
  const server = createServer(listener);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  };
  return { url: `http://127.0.0.1:${port}`, port, seen, stop };
}

/** Answers with JSON. */
export function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

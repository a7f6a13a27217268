/** The context of a request before authentication. */
import { newId, parseUuid } from "../platform/ids";
import { clientAddress } from "./client-address";

export type Origin = "web" | "mcp" | "api";

/** The connection of a request, which is closed when nothing is sent for a while. */
export type Connection = {
  /** Closes it, because its client doesn't read. */
  close(): void;
  /** Keeps it open while a long answer is being made. */
  hold(): void;
  /** Ends `hold`. */
  release(): void;
};

/** In-process there is no connection. */
const noConnection: Connection = { close() {}, hold() {}, release() {} };

export type RequestContext = {
  /** In the log and in the response's `X-Request-Id`. */
  id: string;
  /** The client's address, or "" when it is unknown (in-process). */
  readonly address: string;
  /** Its headers, read once, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** True when the browser sent it over TLS. */
  secure: boolean;
  /** The number of failed commits before its change, when that had to wait for its turn. */
  losses?: number;
  /** True when it is a call of the API by /mcp. */
  isForAssistant?: true;
  /** True when its change is only rehearsed: its answer is that of the change, which is rolled back. */
  isRehearsal?: true;
  /** True when its change is durable already, because another thread has made it. */
  isDurable?: true;
  /** The operation that it calls, once that is known. */
  operation?: object;
  readonly connection: Connection;
};

const contexts = new WeakMap<Request, RequestContext>();
const acceptableId = /^[\w.:-]{1,64}$/;

/**
 * Creates the context of a request.
 * @param peer returns the connection's address; called only when it is needed
 */
export function createContext(request: Request, peer: () => string, connection = noConnection): RequestContext {
  const headers = request.headers.toJSON() as Record<string, string>;
  const sent = headers["x-request-id"];
  const context: RequestContext = {
    headers,
    id: sent && acceptableId.test(sent) ? sent : newId(),
    get address() {
      return clientAddress(request, peer());
    },
    secure: headers["x-forwarded-proto"] === "https" || request.url.startsWith("https:"),
    connection,
  };
  contexts.set(request, context);
  return context;
}

/** Returns the context of a request; without an address when the request did not pass the pipeline. */
export const contextOf = (request: Request): RequestContext =>
  contexts.get(request) ?? createContext(request, () => "");

/** Keeps the connection of a request open while it is waited for something. */
export async function held<T>(request: Request, work: () => Promise<T>): Promise<T> {
  const { connection } = contextOf(request);
  connection.hold();
  try {
    return await work();
  } finally {
    connection.release();
  }
}

/** Returns a request derived from another one, with the same context. */
export function deriveRequest(received: Request, url: string, init?: RequestInit): Request {
  const request = new Request(url, init ?? received);
  contexts.set(request, contextOf(received));
  return request;
}

/** Returns the origin of changes in the request's headers; undefined when missing or unknown. */
export function originOf(request: Request): Origin | undefined {
  const sent = (request.headers.get("x-turbo-ea-origin") ?? request.headers.get("x-stoa-origin"))?.trim().toLowerCase();
  return sent === "web" || sent === "mcp" || sent === "api" ? sent : undefined;
}

/** Returns the batch in the request's headers; undefined when missing or no UUID. */
export function batchOf(request: Request): string | undefined {
  const sent = request.headers.get("x-turbo-ea-batch") ?? request.headers.get("x-stoa-batch");
  return sent === null ? undefined : parseUuid(sent);
}

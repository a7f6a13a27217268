/** What is known of a request before anybody looks at who sent it. */
import { newId, parseUuid } from "../platform/ids";
import { clientAddress } from "./addresses";

export type Origin = "web" | "mcp" | "api";

export type Facts = {
  /** Names the request in the log and in the answer's `X-Request-Id`. */
  id: string;
  /** The client's address, or "" when nobody knows (in-process). */
  readonly address: string;
  /** Whether it came over TLS, as seen by the browser. */
  secure: boolean;
  /** Breaks the connection off, whatever is still to be sent; absent unless the answer is a stream. */
  breakOff?: () => void;
};

const known = new WeakMap<Request, Facts>();
const acceptableId = /^[\w.:-]{1,64}$/;

/**
 * Notes the facts of a request that has just come in.
 * @param peer gives the address at the other end of the connection; asked only when somebody wants to know
 */
export function noteFacts(request: Request, peer: () => string): Facts {
  const sent = request.headers.get("x-request-id");
  const facts: Facts = {
    id: sent && acceptableId.test(sent) ? sent : newId(),
    get address() {
      return clientAddress(request, peer());
    },
    secure: request.headers.get("x-forwarded-proto") === "https" || request.url.startsWith("https:"),
  };
  known.set(request, facts);
  return facts;
}

/** The facts of a request. */
export const factsOf = (request: Request): Facts => known.get(request) ?? noteFacts(request, () => "");

/** A request that stands for another one: the same facts hold for it. */
export function inPlaceOf(received: Request, url: string, init?: RequestInit): Request {
  const request = new Request(url, init ?? received);
  known.set(request, factsOf(received));
  return request;
}

/** Where a request says it comes from; undefined when it doesn't say, or says something else. */
export function originOf(request: Request): Origin | undefined {
  const sent = (request.headers.get("x-turbo-ea-origin") ?? request.headers.get("x-stoa-origin"))?.trim().toLowerCase();
  return sent === "web" || sent === "mcp" || sent === "api" ? sent : undefined;
}

/** The batch a request wants its changes to belong to; undefined when it names none that is a UUID. */
export function batchOf(request: Request): string | undefined {
  const sent = request.headers.get("x-turbo-ea-batch") ?? request.headers.get("x-stoa-batch");
  return sent === null ? undefined : parseUuid(sent);
}

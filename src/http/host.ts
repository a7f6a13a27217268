/** The Host header, from which the server makes the URL of a request. */
import { Problem, problemResponse } from "./errors";
import { deriveRequest } from "./request-context";

/** The beginning of a URL that surely can be parsed. */
const plainHost = /^https?:\/\/[\w.-]+(:\d{1,4})?\//;

/**
 * The request with a URL that can be parsed; undefined when its Host header makes none.
 * HTTP/1.0 may leave out the host, as health checks do.
 */
export function withHost(request: Request): Request | undefined {
  if (plainHost.test(request.url) || URL.canParse(request.url)) return request;
  if (!request.url.startsWith("/") || request.headers.get("host")) return undefined;
  return deriveRequest(request, `http://localhost${request.url}`);
}

/** The answer to a request whose Host header names no host. */
export const badHost = (): Response => problemResponse(new Problem(400, "The Host header must name a host"));

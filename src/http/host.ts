/** The Host header, from which the server constructs the URL of a request. */
import { Problem, problemResponse } from "./errors";
import { deriveRequest } from "./request-context";

/** A URL that certainly can be parsed. */
const plainHost = /^http:\/\/[\w.-]+(:\d{1,4})?\//;

/**
 * Returns the request with a valid URL; undefined when its Host header is invalid, or there are two. HTTP/1.0 may omit the
 * host.
 */
export function withHost(request: Request): Request | undefined {
  // The runtime joins headers of one name by commas.
  if (request.headers.get("host")?.includes(",")) return undefined;
  // The framework finds the path of a URL with `http:` only; the context knows that it came over TLS.
  if (request.url.startsWith("https:") && URL.canParse(request.url))
    return deriveRequest(request, `http:${request.url.slice("https:".length)}`);
  if (plainHost.test(request.url) || URL.canParse(request.url)) return request;
  if (!request.url.startsWith("/") || request.headers.get("host")) return undefined;
  return deriveRequest(request, `http://localhost${request.url}`);
}

/** Returns the response to a request with an invalid Host header. */
export const badHost = (): Response => problemResponse(new Problem(400, "The Host header must name one host"));

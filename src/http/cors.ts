/** CORS. `@elysiajs/cors` sets the headers; `completeCors` does the rest. */

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"];

/** Request headers that a page of an allowed origin may send. */
const ALLOWED_HEADERS = [
  "Accept",
  "Accept-Language",
  "Authorization",
  "Content-Language",
  "Content-Type",
  "Idempotency-Key",
  "If-Match",
  "If-None-Match",
  "Last-Event-ID",
  "X-Request-Id",
  "X-Stoa-At",
  "X-Stoa-Batch",
  "X-Stoa-Origin",
  "X-Stoa-Scenario",
  "X-Turbo-EA-Batch",
  "X-Turbo-EA-Origin",
];

/** Response headers that such a page may read. */
const EXPOSED_HEADERS = [
  "Content-Disposition",
  "ETag",
  "Idempotency-Replayed",
  "Retry-After",
  "X-Data-Date",
  "X-Data-Origin",
  "X-Ignored-Parameters",
  "X-Request-Id",
  "X-Stoa-Batch",
  "X-Stoa-Change",
  "X-Stoa-Entry",
  "X-Stoa-Scenario",
  "X-Total-Count",
];

/** Seconds for which a browser may cache a preflight. */
const MAX_AGE = 600;

/** Returns the options of `@elysiajs/cors`. */
export const corsOptions = (allowedOrigins: readonly string[]) => ({
  // A function, because the plugin looks up a list in an object, where it also finds "constructor".
  origin: (request: Request) => allowedOrigins.includes(request.headers.get("origin") ?? ""),
  credentials: true,
  methods: METHODS,
  allowedHeaders: ALLOWED_HEADERS,
  exposeHeaders: EXPOSED_HEADERS,
  // The plugin would accept every preflight, and answer OPTIONS on every path; `completeCors` answers preflights.
  preflight: false,
});

type Context = { request: Request; set: { headers: Record<string, unknown> } };

/**
 * Removes the plugin's headers for origins that aren't allowed, and answers preflights, with 400 and a reason if refused.
 * Runs after the plugin, as its `onRequest` hook.
 */
export function completeCors({ request, set }: Context): Response | undefined {
  // The pipeline sets it on every response.
  delete set.headers["vary"];
  const isAllowed = "access-control-allow-origin" in set.headers;
  if (!isAllowed)
    for (const name of Object.keys(set.headers)) if (name.startsWith("access-control-")) delete set.headers[name];
  const method = request.headers.get("access-control-request-method");
  if (request.method !== "OPTIONS" || !method || !request.headers.get("origin")) return undefined;
  const refused = [
    !isAllowed && "origin",
    !METHODS.includes(method) && "method",
    !areAllowed(request.headers.get("access-control-request-headers") ?? "") && "headers",
  ].filter((reason) => reason !== false);
  if (refused.length > 0) return text(refused.map((reason) => `Disallowed CORS ${reason}`).join(", "), { status: 400 });
  return text("OK", { headers: { "access-control-max-age": String(MAX_AGE) } });
}

const lowerCaseHeaders = new Set(ALLOWED_HEADERS.map((name) => name.toLowerCase()));

/** Checks whether all of a comma-separated list of request headers are allowed. */
const areAllowed = (list: string): boolean =>
  list
    .split(",")
    .map((name) => name.trim().toLowerCase())
    .every((name) => name === "" || lowerCaseHeaders.has(name));

const text = (body: string, { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> }) =>
  new Response(body, { status, headers: { "content-type": "text/plain; charset=utf-8", ...headers } });

/** Copies the CORS headers of a response to the one that replaces it. */
export function copyCorsHeaders(from: Response, to: Response): Response {
  for (const [name, value] of from.headers) if (name.startsWith("access-control-")) to.headers.set(name, value);
  return to;
}

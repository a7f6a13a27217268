/**
 * The endpoint of the Model Context Protocol, /mcp: off until the settings turn it on, and open to whoever presents an access
 * token. It stores nothing between requests: each is authorised anew, and its tools call the API in the name of the token.
 */
import { requireAccessToken } from "../core/access/access-tokens";
import { bearerToken, refuseForeignPage } from "../core/access/guard";
import { noteUse } from "../core/access/last-uses";
import { requireMoreThanFeeds } from "../core/access/scopes";
import { mcpEnabled } from "../core/settings/providers";
import { baseUrl } from "../http/base-url";
import { errorResponse, notFound, Problem, unauthenticated } from "../http/errors";
import type { Handler } from "../http/handler";
import { readJson } from "../http/json";
import { countCall } from "../http/rate-limit";
import { contextOf, held } from "../http/request-context";
import { type Api, apiOf, CALLS_PER_MINUTE, type Caller, TALLY } from "./api";
import { readBytes } from "./bounded";
import { documentAt, RESOURCE_DOCUMENT } from "./metadata";
import { AUTHORIZE, endpointAt } from "./oauth";
import { inTurn } from "./turns";

/**
 * Checks whether a URL leads to the endpoint, or to what programs are connected by; without parsing it, because every request is
 * looked at.
 */
const leadsHere = (url: string): boolean => /^[a-z]+:\/\/[^/]*\/(?:mcp(?:[/?#]|$)|\.well-known\/oauth-)/.test(url);

/** The largest message, in bytes, and the largest answer: a list of resources with names of the greatest length fits. */
const LARGEST_MESSAGE = 256 * 1024;
const LARGEST_ANSWER = 512 * 1024;

/** Returns the holder of the token that a request presents. @throws Problem 401; 403; 429 after too many requests */
function callerOf(request: Request): Caller {
  const token = bearerToken(request);
  if (!token) throw unauthenticated("An access token is needed, as a bearer token");
  const { address } = contextOf(request);
  const presented = requireAccessToken(token, () => address);
  requireMoreThanFeeds(presented);
  countCall(TALLY, presented.id, CALLS_PER_MINUTE);
  noteUse(presented.token_id, () => address);
  return { token, userId: presented.id, name: presented.display_name, mayWrite: presented.scope === "write" };
}

/** Returns the message of a request. @throws Problem 405 for other methods, 400 for a list of messages, 413, 422 */
async function messageOf(request: Request): Promise<unknown> {
  if (request.method !== "POST") throw new Problem(405, "Method Not Allowed", { Allow: "POST" });
  const message = await readJson(request, LARGEST_MESSAGE);
  // The versions of the protocol that are supported have none, and each of its calls would be executed at once.
  if (Array.isArray(message)) throw new Problem(400, "A request holds one message, and no list of them");
  return message;
}

/** Answers a message, whole: what it changed is durable before anything of the answer is sent. */
async function answer(request: Request, api: Api, message: unknown): Promise<Response> {
  // Imported on demand: a server on which it is off needs neither the time nor the memory.
  const { answerMessage } = await import("./server");
  return held(request, () =>
    inTurn(api.caller.userId, request.signal, async () => {
      const { body, status, headers } = await answerMessage(request, api, message);
      return new Response(body && (await readBytes(body, LARGEST_ANSWER)), { status, headers });
    }),
  );
}

/** Returns a 401 that names the document by which a program finds how to be connected. */
const withDocument = ({ detail }: Problem, request: Request): Problem =>
  new Problem(401, detail, {
    "WWW-Authenticate": `Bearer ${request.headers.has("authorization") ? 'error="invalid_token", ' : ""}resource_metadata="${baseUrl(request)}${RESOURCE_DOCUMENT}", scope="read write"`,
  });

/** Serves a message of an assistant. */
async function serveMessage(handle: Handler, request: Request): Promise<Response> {
  refuseForeignPage(request);
  try {
    const caller = callerOf(request);
    return await answer(request, apiOf(handle, request, caller), await messageOf(request));
  } catch (error) {
    throw error instanceof Problem && error.status === 401 ? withDocument(error, request) : error;
  }
}

/** The headers by which pages of other sites may connect programs, as nothing here depends on cookies. */
const CORS = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "content-type, mcp-protocol-version",
};

/** Serves the documents and endpoints by which programs are connected. @throws Problem 404, 405 */
async function serveConnecting(request: Request, path: string): Promise<Response> {
  if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: CORS });
  const document = documentAt(path, baseUrl(request));
  const endpoint = endpointAt(path);
  if (!document && !endpoint) throw notFound("Page");
  const method = document || path === AUTHORIZE ? "GET" : "POST";
  if (request.method !== method) throw new Problem(405, "Method Not Allowed", { Allow: method });
  return endpoint ? endpoint(request) : Response.json(document, { headers: { ...CORS, "cache-control": "no-cache" } });
}

async function serve(handle: Handler, request: Request): Promise<Response> {
  try {
    if (!mcpEnabled()) throw notFound("Page");
    const path = new URL(request.url).pathname.replace(/\/$/, "");
    return await (path === "/mcp" ? serveMessage(handle, request) : serveConnecting(request, path));
  } catch (error) {
    return errorResponse(error, contextOf(request).id);
  }
}

/** Serves /mcp and what programs are connected by. @param api serves the API, which tools call @param others serves everything else */
export const withMcp =
  (api: Handler, others: Handler): Handler =>
  (request) =>
    leadsHere(request.url) ? serve(api, request) : others(request);

/**
 * The endpoint of the Model Context Protocol, /mcp: off until the settings turn it on, and open to whoever presents an access
 * token. It stores nothing between requests: each is authorised anew, and its tools call the API in the name of the token.
 */
import { requireAccessToken } from "../core/access/access-tokens";
import { bearerToken, refuseForeignPage } from "../core/access/guard";
import { noteUse } from "../core/access/last-uses";
import { requireMoreThanFeeds } from "../core/access/scopes";
import { mcpEnabled } from "../core/settings/providers";
import { errorResponse, notFound, Problem, unauthenticated } from "../http/errors";
import type { Handler } from "../http/handler";
import { readJson } from "../http/json";
import { countCall } from "../http/rate-limit";
import { contextOf } from "../http/request-context";
import { type Api, apiOf, CALLS_PER_MINUTE, type Caller, TALLY } from "./api";

/** Checks whether a URL leads to the endpoint; without parsing it, because every request is looked at. */
const leadsToMcp = (url: string): boolean => /^[a-z]+:\/\/[^/]*\/mcp(?:[/?#]|$)/.test(url);

/** The largest message, in bytes. */
const LARGEST_MESSAGE = 256 * 1024;

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
  const { connection } = contextOf(request);
  connection.hold();
  try {
    const response = await answerMessage(request, api, message);
    const body = response.body ? await response.bytes() : null;
    return new Response(body, { status: response.status, headers: response.headers });
  } finally {
    connection.release();
  }
}

async function serve(handle: Handler, request: Request): Promise<Response> {
  try {
    if (!mcpEnabled()) throw notFound("Page");
    refuseForeignPage(request);
    const caller = callerOf(request);
    return await answer(request, apiOf(handle, request, caller), await messageOf(request));
  } catch (error) {
    return errorResponse(error, contextOf(request).id);
  }
}

/** Serves /mcp, and lets `handle`, which serves the API, answer everything else. */
export const withMcp =
  (handle: Handler): Handler =>
  (request) =>
    leadsToMcp(request.url) ? serve(handle, request) : handle(request);

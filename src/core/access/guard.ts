/** Authentication of requests. Permissions are checked in `operation-permission.ts`. */
import { cachedUntilWrite, noticeWrites, statement } from "../../../db";
import { forbidden, unauthenticated } from "../../http/errors";
import { batchOf, contextOf, originOf } from "../../http/request-context";
import { SECOND } from "../../platform/clock";
import type { Author } from "../journal/journal";
import { isAccessToken } from "./access-token-text";
import { requireAccessToken } from "./access-tokens";
import { type Actor, type Identity, identityOf } from "./actor";
import { noteUse } from "./last-uses";
import { requireScope } from "./scopes";
import { requireOpenWithoutFactor } from "./second-factors";
import { type Claims, recallToken, verifyToken } from "./tokens";

export const COOKIE = "access_token";

const cookiePattern = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`);

/** Returns the token of the bearer header; undefined without one. */
export function bearerToken(request: Request): string | undefined {
  const header = request.headers.get("authorization");
  return header?.startsWith("Bearer ") || header === "Bearer" ? header.slice("Bearer ".length).trim() : undefined;
}

const cookieToken = (request: Request) => request.headers.get("cookie")?.match(cookiePattern)?.[1];

/** Returns the token of a request: of the bearer header if there is one, else of the cookie. */
export const presentedToken = (request: Request): string | undefined =>
  (bearerToken(request) ?? cookieToken(request)) || undefined;

/** Returns all tokens in a request: of the bearer header and of the cookie. */
export const carriedTokens = (request: Request): string[] =>
  [bearerToken(request), cookieToken(request)].filter((token) => token !== undefined);

let origins: ReadonlySet<string> = new Set();

/** Sets the origins, in addition to the server's own, whose pages may send requests with a user's cookie. */
export function configureOrigins(allowed: readonly string[]): void {
  origins = new Set(allowed);
}

/** Checks whether an origin is the one that a request was sent to, according to the browser or a proxy. */
function isOwnOrigin(origin: string, { headers }: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return [headers.get("host"), headers.get("x-forwarded-host")].some(
    (named) =>
      named !== null && URL.canParse(`${protocol}//${named}`) && new URL(`${protocol}//${named}`).host === host,
  );
}

/** Checks whether a request was sent by a page of another site, neither this server's nor of an allowed origin. */
function isForeign(request: Request): boolean {
  const { headers } = request;
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin" || site === "none") return false;
  // Cookies are also sent and set for pages of a neighbouring host, and older browsers send no Sec-Fetch-Site.
  const origin = headers.get("origin");
  if (origin === null) return site === "cross-site";
  return !origins.has(origin) && !isOwnOrigin(origin, request);
}

/** Checks whether an unsafe request with a cookie was sent by a page of another site (CSRF). */
function isForged(request: Request): boolean {
  const { method, headers } = request;
  if (method === "GET" || method === "HEAD" || headers.get("authorization")?.startsWith("Bearer ")) return false;
  return headers.get("sec-fetch-site") === "cross-site" || isForeign(request);
}

const foreign = () => forbidden("Refused: sent by a page of another site");

type UserRow = Record<"id" | "email" | "display_name" | "role", string> &
  Record<"is_active" | "token_version" | "is_ended" | "lacks_factor", number>;

/** The user of a token; whether a logout has ended the token, or somebody its session; whether a factor is demanded and lacking. */
const findUserRow = cachedUntilWrite(({ sub, jti, sid }: Claims) =>
  statement<UserRow, [string, string | null, string | null]>(
    `SELECT id, email, display_name, role, is_active, token_version,
       EXISTS (SELECT 1 FROM revoked_tokens WHERE jti = ?2)
         OR (?3 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sessions WHERE id = ?3 AND user_id = users.id)) AS is_ended,
       auth_provider = 'local' AND EXISTS (SELECT 1 FROM roles WHERE key = users.role AND requires_second_factor = 1)
         AND NOT EXISTS (SELECT 1 FROM second_factors WHERE user_id = users.id) AS lacks_factor
     FROM users WHERE id = ?1`,
  ).get(sub, jti ?? null, sid ?? null),
);

/** Returns the actor of a request with the rights of a user, or of a role that the user impersonates. */
const actorAs = (
  request: Request,
  user: Identity,
  rest: Pick<Actor, "expires" | "usesAccessToken" | "sessionId" | "lacksFactor">,
  impersonated?: string,
): Actor => ({
  ...identityOf(user, impersonated),
  ...rest,
  // Getters, because only requests that change something need these.
  get origin() {
    return originOf(request);
  },
  get namedBatch() {
    return batchOf(request);
  },
  get operation() {
    return operationOf(request);
  },
});

/**
 * Returns the actor that verified claims identify.
 * @throws Problem 401 when the user is missing or deactivated, the token or its session was ended, or it is older than a
 *   change of password or a deactivation; 403 when the role demands a second factor that isn't set up
 */
function actorOfSession(claims: Claims, request: Request): Actor {
  // Another process may have changed roles or users.
  noticeWrites();
  const user = findUserRow(claims);
  if (!user?.is_active) throw unauthenticated("User not found or inactive");
  if (user.token_version !== claims.ver || user.is_ended) throw unauthenticated("Invalid or expired token");
  const lacksFactor = user.lacks_factor === 1;
  if (lacksFactor) requireOpenWithoutFactor(contextOf(request).operation);
  const { sid, exp, impersonated_role } = claims;
  if (sid !== undefined) noteUse(sid, () => contextOf(request).address);
  const session = { expires: exp, ...(sid !== undefined && { sessionId: sid }), ...(lacksFactor && { lacksFactor }) };
  return actorAs(request, user, session, impersonated_role);
}

/**
 * Returns the actor whom an access token lets in: its user, for the operations of its scope.
 * @throws Problem 401 for a token that is unknown, revoked or expired; 403 that names the scope
 */
function actorOfAccessToken(token: string, request: Request): Actor {
  // Another process may have revoked it.
  noticeWrites();
  const context = contextOf(request);
  const presented = requireAccessToken(token, () => context.address);
  if (presented.client_id !== null && !context.isForAssistant)
    throw unauthenticated("The token was issued for /mcp, and is none for the API");
  requireScope(presented, context.operation);
  noteUse(presented.token_id, () => context.address);
  const { expires_at } = presented;
  const expires = expires_at === null ? Number.POSITIVE_INFINITY : Math.floor(Date.parse(expires_at) / SECOND);
  return actorAs(request, presented, { expires, usesAccessToken: true });
}

const operationOf = (request: Request) => `${request.method} ${new URL(request.url).pathname}`;

const visitors = new WeakMap<Request, Author>();

/** Returns the author of a request that needs no token: the same one each time. */
export function visitor(request: Request): Author {
  const author = visitors.get(request) ?? {
    userId: null,
    origin: originOf(request),
    operation: operationOf(request),
  };
  visitors.set(request, author);
  return author;
}

/** Finds the author of a request that needs no token; undefined when it has published nothing. */
export const findVisitor = (request: Request): Author | undefined => visitors.get(request);

/**
 * Returns what identifies the actor of a request, now and later: it throws as soon as the token is no good any more.
 * @throws Problem as `authenticate`
 */
export async function identifierOf(request: Request, token = presentedToken(request)): Promise<() => Actor> {
  if (!token) throw unauthenticated();
  const isPersonal = isAccessToken(token);
  const claims = isPersonal ? undefined : (recallToken(token) ?? (await verifyToken(token)));
  if (!claims && !isPersonal) throw unauthenticated("Invalid or expired token");
  if (isForged(request)) throw foreign();
  return () => (claims ? actorOfSession(claims, request) : actorOfAccessToken(token, request));
}

/**
 * Returns the actor of a request.
 * @throws Problem 401; 403 for a request that a page of another site has sent, and for what the scope of an access token
 *   doesn't allow
 */
export async function authenticate(request: Request, token = presentedToken(request)): Promise<Actor> {
  const identify = await identifierOf(request, token);
  return identify();
}

/**
 * Authenticates the actor of a request once more, after waiting for something: much can happen meanwhile. The actor is the same
 * object, with the rights of now, so that its events stay in one batch.
 * @throws Problem as `authenticate`
 */
export async function authenticateAgain(actor: Actor, request: Request): Promise<void> {
  Object.defineProperties(actor, Object.getOwnPropertyDescriptors(await authenticate(request)));
}

/** Refuses requests of pages of other sites, for public operations that set a cookie (login CSRF). @throws Problem 403 */
export function refuseForeignPage(request: Request): void {
  if (isForeign(request)) throw foreign();
}

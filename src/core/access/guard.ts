/** Authentication: who sends a request. What they may do is in `permission.ts`. */
import { keptUntilWrite, noticeWrites, statement } from "../../../db";
import { forbidden, unauthenticated } from "../../http/errors";
import { batchOf, originOf } from "../../http/request-context";
import type { Author } from "../journal/journal";
import { type Actor, mayImpersonate, permissionsOf } from "./actor";
import { type Claims, recallToken, verifyToken } from "./tokens";

export const COOKIE = "access_token";

const cookiePattern = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`);

/** The token that a request carries: the bearer header when it is there, else the cookie. */
export function presentedToken(request: Request): string | undefined {
  const header = request.headers.get("authorization");
  if (header?.startsWith("Bearer ") || header === "Bearer") return header.slice("Bearer ".length).trim() || undefined;
  return request.headers.get("cookie")?.match(cookiePattern)?.[1] || undefined;
}

let origins: ReadonlySet<string> = new Set();

/** Sets the origins whose pages may send requests with a user's cookie, beside the server's own. */
export function configureOrigins(allowed: readonly string[]): void {
  origins = new Set(allowed);
}

/** Whether an origin is the one that a request was sent to, as the browser or a proxy names it. */
function isOwnOrigin(origin: string, { headers }: Request): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  return [headers.get("host"), headers.get("x-forwarded-host")].some(
    (named) =>
      named !== null && URL.canParse(`${protocol}//${named}`) && new URL(`${protocol}//${named}`).host === host,
  );
}

/** Whether a page of another site makes the browser send a request: it is neither this server's nor of an allowed origin. */
function isForeign(request: Request): boolean {
  const { headers } = request;
  const site = headers.get("sec-fetch-site");
  if (site === "same-origin" || site === "none") return false;
  // A page of a neighbouring host gets the cookie sent and set, too, and an older browser doesn't say where a page is from.
  const origin = headers.get("origin");
  if (origin === null) return site === "cross-site";
  return !origins.has(origin) && !isOwnOrigin(origin, request);
}

/** Whether an unsafe request rides on a cookie that another site's page made the browser send. */
function isForged(request: Request): boolean {
  const { method, headers } = request;
  if (method === "GET" || method === "HEAD" || headers.get("authorization")?.startsWith("Bearer ")) return false;
  return headers.get("sec-fetch-site") === "cross-site" || isForeign(request);
}

const foreign = () => forbidden("Refused: sent by a page of another site");

type UserRow = {
  id: string;
  email: string;
  display_name: string;
  role: string;
  is_active: number;
  token_version: number;
};

const userRow = keptUntilWrite((id: string) =>
  statement<UserRow, [string]>(
    "SELECT id, email, display_name, role, is_active, token_version FROM users WHERE id = ?",
  ).get(id),
);

/**
 * The user that verified claims speak of, as an actor.
 * @throws Problem 401 when there is no such user any more, they are deactivated, or the token is from before a change of password
 */
export function actorOf(claims: Claims, request: Request): Actor {
  // Another process may have changed roles or users; what is kept in memory must not outlive that.
  noticeWrites();
  const user = userRow(claims.sub);
  if (!user?.is_active) throw unauthenticated("User not found or inactive");
  if (user.token_version !== claims.ver) throw unauthenticated("Invalid or expired token");
  // Who may no longer impersonate is back in their own role, however long the token lives.
  const impersonatedRole =
    claims.impersonated_role !== undefined && mayImpersonate(user.role, claims.impersonated_role)
      ? claims.impersonated_role
      : undefined;
  const role = impersonatedRole ?? user.role;
  return {
    userId: user.id,
    email: user.email,
    displayName: user.display_name,
    role,
    ownRole: user.role,
    permissions: permissionsOf(role),
    expires: claims.exp,
    impersonatedRole,
    // Only a request that changes something needs these.
    get origin() {
      return originOf(request);
    },
    get namedBatch() {
      return batchOf(request);
    },
    get operation() {
      return operationOf(request);
    },
  };
}

const operationOf = (request: Request) => `${request.method} ${new URL(request.url).pathname}`;

/** Who acts in a request that needs no token. */
export const visitor = (request: Request): Author => ({
  userId: null,
  origin: originOf(request),
  operation: operationOf(request),
});

/**
 * Who sends a request.
 * @throws Problem 401
 */
export async function authenticate(request: Request, token = presentedToken(request)): Promise<Actor> {
  if (!token) throw unauthenticated();
  const claims = recallToken(token) ?? (await verifyToken(token));
  if (!claims) throw unauthenticated("Invalid or expired token");
  if (isForged(request)) throw foreign();
  return actorOf(claims, request);
}

/**
 * Refuses a page of another site. For public operations that set a cookie: such a page must not log the browser in as
 * somebody else, whose account then gets what its user types.
 * @throws Problem 403
 */
export function refuseForeignPage(request: Request): void {
  if (isForeign(request)) throw foreign();
}

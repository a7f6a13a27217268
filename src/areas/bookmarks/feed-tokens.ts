/**
 * Feed tokens: access tokens of the scope `feed`, with which programs that can't log in read the feeds that their user may read.
 * Feeds take every access token that may read them, also as the password of Basic credentials or as the parameter `token`.
 */

import { isAccessToken } from "../../core/access/access-token-text";
import {
  type AccessToken,
  createAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from "../../core/access/access-tokens";
import type { Actor } from "../../core/access/actor";
import { authenticate, presentedToken } from "../../core/access/guard";
import { lastUseOf } from "../../core/access/last-uses";
import { Problem, unauthenticated } from "../../http/errors";
import { readQuery } from "../../http/query";
import { DAY, fromNow } from "../../platform/clock";
import type { CreatedFeedToken, FeedToken, NewFeedToken } from "./model";

/** The life of a token that names no end. */
const LIFE = 365 * DAY;

/** Serializes what is shown of a token. */
const shown = (token: AccessToken): FeedToken => ({
  id: token.id,
  name: token.name,
  expires_at: token.expires_at,
  last_used_at: lastUseOf(token).last_used_at,
  created_at: token.created_at,
});

/** Lists the actor's tokens for feeds, newest first. */
export const listFeedTokens = (actor: Actor): FeedToken[] =>
  listAccessTokens(actor.userId)
    .filter(({ scope }) => scope === "feed")
    .map(shown);

/** Creates a token for feeds, as `createAccessToken` does. @throws Problem as it does */
export function createFeedToken(actor: Actor, { name, expires_at = fromNow(LIFE) }: NewFeedToken): CreatedFeedToken {
  const { row, token } = createAccessToken(actor, actor.userId, { name, scope: "feed", areas: null, expires_at });
  return { ...shown(row), token };
}

/** Revokes a token for feeds of the actor. @throws Problem 404, also for a token of somebody else */
export const revokeFeedToken = (actor: Actor, id: string): void => revokeAccessToken(actor, actor.userId, id, "feed");

/** Returns the password of Basic credentials. */
function basicPassword(request: Request): string | undefined {
  const [, encoded] = /^Basic\s+(\S+)$/i.exec(request.headers.get("authorization") ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const credentials = Buffer.from(encoded, "base64").toString();
  return credentials.slice(credentials.indexOf(":") + 1);
}

/** Returns the parameter `token` of a URL. */
function queryToken({ url }: Request): string | undefined {
  const { token } = readQuery(url);
  return typeof token === "string" ? token : undefined;
}

/** Lets a 401 ask programs for a token as the password. */
function withChallenge(problem: unknown): unknown {
  if (problem instanceof Problem && problem.status === 401)
    problem.headers["WWW-Authenticate"] = 'Bearer, Basic realm="Stoa feeds", charset="UTF-8"';
  return problem;
}

/**
 * Returns the actor of a request for a feed: by a bearer header, by an access token as the password of Basic credentials or the
 * parameter `token`, or by the session's cookie.
 * @throws Problem 401; 403 for an access token of another scope
 */
export async function authenticateForFeed(request: Request): Promise<Actor> {
  const isBearer = /^Bearer\b/.test(request.headers.get("authorization") ?? "");
  const token = isBearer ? undefined : (basicPassword(request) ?? queryToken(request));
  try {
    if (token === undefined) return await authenticate(request, presentedToken(request));
    // The token of a session is for the header and the cookie alone.
    if (!isAccessToken(token)) throw unauthenticated("Invalid or expired token");
    return await authenticate(request, token);
  } catch (error) {
    throw withChallenge(error);
  }
}

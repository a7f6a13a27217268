/** Feed tokens: with them, programs that can't log in read the feeds that their user may read. Only a hash is stored. */
import { createHash, randomBytes } from "node:crypto";
import { and, desc, eq, lte, ne, or } from "drizzle-orm";
import { db, statement, tables, transaction } from "../../../db";
import { findUser } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { actorOf, authenticate, presentedToken } from "../../core/access/guard";
import { publish } from "../../core/journal/journal";
import { found, invalid, refused, unauthenticated } from "../../http/errors";
import { readQuery } from "../../http/query";
import { DAY, fromNow, MINUTE, now, SECOND } from "../../platform/clock";
import { newId } from "../../platform/ids";
import type { CreatedFeedToken, FeedToken, NewFeedToken } from "./model";

const { feedTokens } = tables;
type FeedTokenRow = typeof feedTokens.$inferSelect;

/** Tokens that one user may have. */
const MAX_TOKENS = 50;
/** The life of a token that names no end. */
const LIFE = 365 * DAY;
/** Uses that follow one another faster are not written down. */
const BETWEEN_USES = 5 * MINUTE;

/** The beginning of every token, by which scanners for secrets recognize it. */
const PREFIX = "stoa_feed_";

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Serializes what is shown of a token. */
const shown = ({ id, name, expires_at, last_used_at, created_at }: FeedTokenRow): FeedToken => ({
  id,
  name,
  expires_at,
  last_used_at,
  created_at,
});

const versionOf = ({ userId }: Actor) => findUser(userId)?.token_version ?? 0;

const selectTokens = (actor: Actor): FeedTokenRow[] =>
  db
    .select()
    .from(feedTokens)
    .where(and(eq(feedTokens.user_id, actor.userId), eq(feedTokens.token_version, versionOf(actor))))
    .orderBy(desc(feedTokens.created_at), desc(feedTokens.id))
    .all();

/** Lists the actor's tokens, newest first; not those that a deactivation or a change of password has ended. */
export const listFeedTokens = (actor: Actor): FeedToken[] => selectTokens(actor).map(shown);

/** Deletes the actor's tokens that are of no use any more; part of the running transaction. */
function deleteEndedTokens(actor: Actor): void {
  const isEnded = or(lte(feedTokens.expires_at, now()), ne(feedTokens.token_version, versionOf(actor)));
  db.delete(feedTokens)
    .where(and(eq(feedTokens.user_id, actor.userId), isEnded))
    .run();
}

/** Returns the part that all payloads about a token share. */
const named = ({ id, user_id, name, expires_at }: FeedTokenRow) => ({ id, user_id, name, expires_at });

/**
 * Creates a token for the actor, and deletes those that have ended. Publishes `feed_token.created`.
 * @throws Problem 422 for an end in the past; 400 when the actor has too many
 */
export function createFeedToken(actor: Actor, { name, expires_at = fromNow(LIFE) }: NewFeedToken): CreatedFeedToken {
  if (expires_at <= now()) throw invalid(["body", "expires_at"], "must be in the future", "value_error", expires_at);
  const token = PREFIX + randomBytes(32).toString("base64url");
  return transaction(() => {
    deleteEndedTokens(actor);
    if (selectTokens(actor).length >= MAX_TOKENS) throw refused(`At most ${MAX_TOKENS} feed tokens: revoke one first`);
    const row: FeedTokenRow = {
      id: newId(),
      user_id: actor.userId,
      name,
      token_hash: hashOf(token),
      token_version: versionOf(actor),
      expires_at,
      last_used_at: null,
      created_at: now(),
    };
    db.insert(feedTokens).values(row).run();
    publish(actor, { type: "feed_token.created", data: named(row) });
    return { ...shown(row), token };
  });
}

/**
 * Revokes a token of the actor. Publishes `feed_token.revoked`.
 * @throws Problem 404, also for a token of somebody else
 */
export function revokeFeedToken(actor: Actor, id: string): void {
  transaction(() => {
    const isOwn = and(eq(feedTokens.id, id), eq(feedTokens.user_id, actor.userId));
    const row = found(db.delete(feedTokens).where(isOwn).returning().get(), "Feed token");
    publish(actor, { type: "feed_token.revoked", data: named(row) });
  });
}

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

/** Writes down that a token is used, unless that was done a moment ago. */
function noteUse({ id, last_used_at }: FeedTokenRow): void {
  if (last_used_at !== null && last_used_at > fromNow(-BETWEEN_USES)) return;
  transaction(() => statement("UPDATE feed_tokens SET last_used_at = ? WHERE id = ?").run(now(), id));
}

/** @throws Problem 401 for a token that doesn't exist, has expired, or was ended with its user's other tokens */
function actorOfToken(token: string, request: Request): Actor {
  const hash = hashOf(token);
  const row = db.select().from(feedTokens).where(eq(feedTokens.token_hash, hash)).get();
  if (!row || row.expires_at <= now()) throw challenge("Invalid or expired token");
  const { user_id: sub, token_version: ver, expires_at } = row;
  const actor = actorOf({ sub, ver, exp: Math.floor(Date.parse(expires_at) / SECOND) }, request);
  noteUse(row);
  return actor;
}

/** Returns a 401 that asks programs for a feed token as the password. */
function challenge(detail?: string) {
  const problem = unauthenticated(detail);
  problem.headers["WWW-Authenticate"] = 'Bearer, Basic realm="Stoa feeds", charset="UTF-8"';
  return problem;
}

/**
 * Returns the actor of a request for a feed: by a bearer header, by a feed token (the password of Basic credentials or the
 * parameter `token`), or by the session's cookie.
 * @throws Problem 401
 */
export async function authenticateForFeed(request: Request): Promise<Actor> {
  const isBearer = /^Bearer\b/.test(request.headers.get("authorization") ?? "");
  const token = isBearer ? undefined : (basicPassword(request) ?? queryToken(request));
  if (token !== undefined) return actorOfToken(token, request);
  if (presentedToken(request) === undefined) throw challenge();
  return authenticate(request);
}

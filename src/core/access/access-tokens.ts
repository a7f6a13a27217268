/**
 * Access tokens, with which programs call the API in the name of a user. A token may do what its user may do at that moment, as
 * far as its scope allows it, and ends with the user's other access: a deactivation or another password deletes it.
 */
import { and, count, desc, eq, lte } from "drizzle-orm";
import { afterCommit, cachedUntilWrite, columnInList, db, statement, tables, transaction } from "../../../db";
import { found, invalid, refused, unauthenticated } from "../../http/errors";
import { countWrongToken } from "../../http/rate-limit";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { type Author, publish } from "../journal/journal";
import { reviewStreams } from "../journal/stream";
import { hashOfToken, isWellFormed, newAccessToken } from "./access-token-text";
import { type Scope, type TokenScope, tokenAreas } from "./scopes";

const { accessTokens } = tables;

/** A row of `access_tokens`. */
export type AccessToken = typeof accessTokens.$inferSelect;

/** The columns of a program that somebody connects. */
export type Connection = { client_id: string; refresh_hash: string; refresh_due_at: string };

/** A token to create; with `connection` for a program. */
export type NewToken = {
  name: string;
  scope: Scope;
  areas: string[] | null;
  expires_at: string | null;
  connection?: Connection;
};

/** Tokens that one account may have. */
const MAX_TOKENS = 50;

/** Lists the tokens of a user, newest first. */
export const listAccessTokens = (userId: string): AccessToken[] =>
  db
    .select()
    .from(accessTokens)
    .where(eq(accessTokens.user_id, userId))
    .orderBy(desc(accessTokens.created_at), desc(accessTokens.id))
    .all();

/** Returns the part that all payloads about a token share: nothing of it but its last four characters. */
const named = ({ id, user_id, name, scope, areas, expires_at, last_four }: AccessToken) => ({
  id,
  user_id,
  name,
  scope,
  areas,
  expires_at,
  last_four,
});

function requireKnownAreas(areas: readonly string[]): void {
  const known = tokenAreas();
  const unknown = areas.findIndex((area) => !known.includes(area));
  if (unknown < 0) return;
  throw invalid(["body", "areas", unknown], `must be one of ${known.join(", ")}`, "value_error", areas[unknown]);
}

/**
 * Creates a token for a user, and deletes those that have expired. Publishes `token.created`.
 * @returns the row, and the token itself, which is stored nowhere
 * @throws Problem 422 for an end in the past or an unknown area; 400 when the user has too many
 */
export function createAccessToken(
  author: Author,
  userId: string,
  { name, scope, areas, expires_at, connection }: NewToken,
): { row: AccessToken; token: string } {
  if (expires_at !== null && expires_at <= now())
    throw invalid(["body", "expires_at"], "must be in the future", "value_error", expires_at);
  requireKnownAreas(areas ?? []);
  const token = newAccessToken();
  return transaction(() => {
    const isOwn = eq(accessTokens.user_id, userId);
    db.delete(accessTokens)
      .where(and(isOwn, lte(accessTokens.expires_at, now())))
      .run();
    const owned = db.select({ count: count() }).from(accessTokens).where(isOwn).get()?.count ?? 0;
    if (owned >= MAX_TOKENS) throw refused(`At most ${MAX_TOKENS} tokens: revoke one first`);
    const row = db
      .insert(accessTokens)
      .values({
        id: newId(),
        user_id: userId,
        name,
        token_hash: hashOfToken(token),
        last_four: token.slice(-4),
        scope,
        areas: areas && [...new Set(areas)].toSorted(),
        expires_at,
        ...connection,
        created_at: now(),
      })
      .returning()
      .get();
    publish(author, { type: "token.created", data: named(row) });
    return { row, token };
  });
}

/**
 * Revokes a token of a user, whose event streams end at once. Publishes `token.revoked`.
 * @param scope the only scope that it may have
 * @throws Problem 404, also for a token of somebody else
 */
export function revokeAccessToken(author: Author, userId: string, id: string, scope?: Scope): void {
  transaction(() => {
    const isMeant = and(
      eq(accessTokens.id, id),
      eq(accessTokens.user_id, userId),
      scope && eq(accessTokens.scope, scope),
    );
    const row = found(db.delete(accessTokens).where(isMeant).returning().get(), "Token");
    publish(author, { type: "token.revoked", data: named(row) });
    afterCommit(reviewStreams);
  });
}

/** Deletes the tokens of users, as part of the running transaction; publishes nothing. */
export const deleteAccessTokensOf = (userIds: readonly string[]): void =>
  void db.delete(accessTokens).where(columnInList(accessTokens.user_id, userIds)).run();

/** A token that a request presents, with its user. */
export type PresentedToken = TokenScope &
  Record<"token_id" | "id" | "email" | "display_name" | "role", string> & {
    expires_at: string | null;
    /** The program that it was issued for by OAuth, which may use it at /mcp alone. */
    client_id: string | null;
    is_active: number;
  };

const findByHash = cachedUntilWrite((hash: string): PresentedToken | undefined => {
  const row = statement<Omit<PresentedToken, "areas"> & { areas: string | null }, [string]>(
    `SELECT t.id AS token_id, t.scope, t.areas, coalesce(t.refresh_due_at, t.expires_at) AS expires_at, t.client_id, u.id, u.email, u.display_name, u.role, u.is_active
     FROM access_tokens t JOIN users u ON u.id = t.user_id WHERE t.token_hash = ?`,
  ).get(hash);
  return row ? { ...row, areas: row.areas === null ? null : (JSON.parse(row.areas) as string[]) } : undefined;
});

/**
 * Requires a token that is valid now. Guesses are counted for the client's address, though nobody guesses 256 bits.
 * @throws Problem 401; 429 after too many wrong ones from the same address
 */
export function requireAccessToken(token: string, address: () => string): PresentedToken {
  const presented = isWellFormed(token) ? findByHash(hashOfToken(token)) : undefined;
  if (!presented) countWrongToken(address(), token);
  if (!presented || (presented.expires_at !== null && presented.expires_at <= now()))
    throw unauthenticated("Invalid or expired token");
  if (!presented.is_active) throw unauthenticated("User not found or inactive");
  return presented;
}

/**
 * Programs that somebody has connected: rows of access tokens with a short-lived token, and another one by which the program gets
 * the next. They are listed and revoked as all tokens, and end with the user's other access.
 */
import { eq } from "drizzle-orm";
import { db, statement, tables, transaction } from "../../../../db";
import { DAY, fromNow, HOUR, now, SECOND } from "../../../platform/clock";
import { type Author, identify } from "../../journal/author";
import { hashOfToken, newAccessToken, newRefreshToken } from "../access-token-text";
import { createAccessToken, revokeAccessToken } from "../access-tokens";
import { findClient } from "./clients";
import { findCode } from "./codes";

const { accessTokens } = tables;

/** The life of an access token, and the time within which it must be followed by another. */
const ACCESS = HOUR;
const CONNECTION = 90 * DAY;

/** The tokens that a program gets. */
export type IssuedTokens = { access: string; refresh: string; scope: string; seconds: number };

const issued = (access: string, refresh: string, scope: string): IssuedTokens => ({
  ...{ access, refresh, scope },
  seconds: ACCESS / SECOND,
});

type OwnedToken = { id: string; user_id: string };

/** Finds the owner of a token of a program. */
const ownerOf = (tokenId: string) =>
  statement<OwnedToken, [string]>("SELECT id, user_id FROM access_tokens WHERE id = ?").get(tokenId);

function revoke(author: Author, owned: OwnedToken | null): void {
  if (owned) revokeAccessToken(identify(author, owned.user_id), owned.user_id, owned.id);
}

/**
 * Connects a program with a code, in place of what the same user has allowed it before. A code that is presented once more ends
 * what came of it, as somebody has stolen it.
 * @returns its tokens; undefined when the code is not valid
 * @throws Problem 400 when the user has too many tokens
 */
export function connectByCode(
  author: Author,
  given: { code: string; clientId: string; redirectUri: string; verifier: string },
): IssuedTokens | undefined {
  const exchange = findCode(given.code, given.clientId, given.redirectUri, given.verifier);
  const client = findClient(given.clientId);
  if (!exchange || !client) return undefined;
  return transaction(() => {
    if ("repeated" in exchange) return void revoke(author, ownerOf(exchange.repeated));
    const { userId, scope } = exchange.consent;
    const before = statement<OwnedToken, [string, string]>(
      "SELECT id, user_id FROM access_tokens WHERE client_id = ? AND user_id = ?",
    ).all(client.id, userId);
    for (const owned of before) revoke(author, owned);
    const refresh = newRefreshToken();
    const { row, token } = createAccessToken(identify(author, userId), userId, {
      ...{ name: client.name, scope, areas: null, expires_at: fromNow(CONNECTION) },
      connection: { client_id: client.id, refresh_hash: hashOfToken(refresh), refresh_due_at: fromNow(ACCESS) },
    });
    exchange.exchanged(row.id);
    return issued(token, refresh, scope);
  });
}

/** A connection that a token for the next one belongs to; `is_former` when it was used before. */
type Connection = OwnedToken & { scope: string; expires_at: string | null; is_active: number; is_former: number };

const findByRefresh = (hash: string, clientId: string) =>
  statement<Connection, [string, string]>(
    `SELECT t.id, t.user_id, t.scope, t.expires_at, u.is_active, t.refresh_hash <> ?1 AS is_former
     FROM access_tokens t JOIN users u ON u.id = t.user_id
     WHERE t.client_id = ?2 AND (t.refresh_hash = ?1 OR t.former_refresh_hash = ?1)`,
  ).get(hash, clientId);

/**
 * Issues the next tokens of a connection; the ones before are no longer valid. One that was used before ends the connection, as
 * somebody has stolen it.
 * @returns its tokens; undefined when the token is not valid
 */
export function refreshConnection(author: Author, refreshToken: string, clientId: string): IssuedTokens | undefined {
  return transaction(() => {
    const connected = findByRefresh(hashOfToken(refreshToken), clientId);
    if (!connected?.is_active || (connected.expires_at ?? "") <= now()) return undefined;
    if (connected.is_former) return void revoke(author, connected);
    const [access, refresh] = [newAccessToken(), newRefreshToken()];
    db.update(accessTokens)
      .set({
        token_hash: hashOfToken(access),
        last_four: access.slice(-4),
        refresh_hash: hashOfToken(refresh),
        former_refresh_hash: hashOfToken(refreshToken),
        refresh_due_at: fromNow(ACCESS),
        expires_at: fromNow(CONNECTION),
      })
      .where(eq(accessTokens.id, connected.id))
      .run();
    return issued(access, refresh, connected.scope);
  });
}

/** Ends the connection that one of its tokens belongs to, if there is one. */
export function endConnection(author: Author, token: string): void {
  const hash = hashOfToken(token);
  transaction(() =>
    revoke(
      author,
      statement<OwnedToken, [string]>(
        "SELECT id, user_id FROM access_tokens WHERE client_id IS NOT NULL AND (token_hash = ?1 OR refresh_hash = ?1)",
      ).get(hash),
    ),
  );
}

/** Access tokens: one's own, and those that administrators create for service accounts. */
import * as tokens from "../../core/access/access-tokens";
import type { Account } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { lastUseOf } from "../../core/access/last-uses";
import { refused } from "../../http/errors";
import { DAY, fromNow } from "../../platform/clock";
import type { AccessToken, CreatedAccessToken, NewAccessToken } from "./access-model";
import { requireUser } from "./read";
import { requirePowerOver } from "./rules";

/** The life of a token that names no end. */
const LIFE = 90 * DAY;

/** Serializes what is shown of a token. */
const serialize = (token: tokens.AccessToken): AccessToken => ({
  id: token.id,
  name: token.name,
  scope: token.scope,
  areas: token.areas,
  last_four: token.last_four,
  created_at: token.created_at,
  expires_at: token.expires_at,
  ...lastUseOf(token),
  is_connection: token.client_id !== null,
});

/** Lists the tokens of a user, newest first. */
export const listTokens = (userId: string): AccessToken[] => tokens.listAccessTokens(userId).map(serialize);

/** Creates a token for a user. @throws Problem as `createAccessToken` does */
export function createToken(
  actor: Actor,
  userId: string,
  { name, scope, areas = null, expires_at = fromNow(LIFE) }: NewAccessToken,
): CreatedAccessToken {
  const { row, token } = tokens.createAccessToken(actor, userId, { name, scope, areas, expires_at });
  return { ...serialize(row), token };
}

/** @throws Problem 404; 403 when the user may do more than the actor */
function requireTokenUser(actor: Actor, userId: string): Account {
  const account = requireUser(userId);
  requirePowerOver(actor, account);
  return account;
}

/** Lists the tokens of somebody else, newest first. @throws Problem 404; 403 when the user may do more than the actor */
export const listTokensFor = (actor: Actor, userId: string): AccessToken[] =>
  listTokens(requireTokenUser(actor, userId).id);

/**
 * Creates a token for a service account.
 * @throws Problem 404; 403 when it may do more than the actor; 400 for the account of a person; as `createAccessToken`
 */
export function createTokenFor(actor: Actor, userId: string, token: NewAccessToken): CreatedAccessToken {
  const account = requireTokenUser(actor, userId);
  if (!account.is_service_account) throw refused("Only a service account gets its tokens from somebody else");
  return createToken(actor, userId, token);
}

/** Revokes a token of somebody else. @throws Problem 404; 403 when the user may do more than the actor */
export const revokeTokenFor = (actor: Actor, userId: string, id: string): void =>
  tokens.revokeAccessToken(actor, requireTokenUser(actor, userId).id, id);

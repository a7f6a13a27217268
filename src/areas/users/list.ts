/** Reading users. */
import { type Account, findUser, listUsers } from "../../core/access/accounts";
import { type Actor, may } from "../../core/access/actor";
import { uiPreferencesOf } from "../../core/access/preferences";
import { notFound } from "../../http/errors";
import type { User } from "./model";

/** A user as an administrator sees it. */
export const wireOf = (account: Account): User => ({
  id: account.id,
  email: account.email,
  display_name: account.display_name,
  role: account.role,
  is_active: account.is_active,
  locale: account.locale,
  auth_provider: account.auth_provider,
  has_password: account.password_hash !== null,
  pending_setup: account.password_setup_hash !== null,
  ui_preferences: uiPreferencesOf(account),
  created_at: account.created_at,
  last_login: account.last_login,
});

/** A user as the actor sees it: how others log in, and when, is for administrators. */
export function seenBy(actor: Actor, account: Account): User {
  const user = wireOf(account);
  if (account.id === actor.userId || may(actor, "admin.users")) return user;
  return { ...user, last_login: null, pending_setup: false, has_password: false };
}

/** All users by name; those who are deactivated only on request. */
export const listSeenUsers = (actor: Actor, includeInactive: boolean): User[] =>
  listUsers({ activeOnly: !includeInactive }).map((account) => seenBy(actor, account));

/**
 * One user.
 * @throws Problem 404
 */
export function getUser(actor: Actor, id: string): User {
  const account = findUser(id);
  if (!account) throw notFound("User");
  return seenBy(actor, account);
}

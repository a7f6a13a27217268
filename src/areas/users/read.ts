/** Reading users. */
import { type Account, findUser, listUsers } from "../../core/access/accounts";
import { type Actor, may } from "../../core/access/actor";
import { uiPreferencesOf } from "../../core/access/preferences";
import { isProtected } from "../../core/access/second-factors";
import { found } from "../../http/errors";
import { now } from "../../platform/clock";
import type { User } from "./model";

/** Returns the end of the lock of an account; null without one, and for a lock that is over. */
const lockOf = ({ locked_until }: Account): string | null =>
  locked_until !== null && locked_until > now() ? locked_until : null;

/** Serializes a user as administrators see it. */
export const serialize = (account: Account): User => ({
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
  is_service_account: account.is_service_account,
  has_second_factor: isProtected(account.id),
  locked_until: lockOf(account),
});

/** Serializes a user as the actor sees it: only administrators see how and when others log in. */
export function serializeFor(actor: Actor, account: Account): User {
  const user = serialize(account);
  if (account.id === actor.userId || may(actor, "admin.users")) return user;
  return {
    ...user,
    last_login: null,
    locked_until: null,
    pending_setup: false,
    has_password: false,
    has_second_factor: false,
  };
}

/** Lists all users by name, without the deactivated ones unless these are included. */
export const listUsersFor = (actor: Actor, includeInactive: boolean): User[] =>
  listUsers({ activeOnly: !includeInactive }).map((account) => serializeFor(actor, account));

/** @throws Problem 404 */
export const requireUser = (id: string): Account => found(findUser(id), "User");

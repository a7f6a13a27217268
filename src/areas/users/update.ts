import { columnInList, db, tables, transaction, transactionInTurn } from "../../../db";
import * as accounts from "../../core/access/accounts";
import { type Actor, may } from "../../core/access/actor";
import { hashPassword, passwordObjection } from "../../core/access/passwords";
import { locales } from "../../core/settings/general";
import { conflict, forbidden, invalid, notFound, refused } from "../../http/errors";
import type { BulkChanges, UnlockedUser, User, UserChanges } from "./model";
import { requireUser, serialize } from "./read";
import { requireActiveAdmin, requireGrantable, requireLogin, requirePowerOver, requireRole, uniqueIds } from "./rules";

type Account = accounts.Account;
const { users } = tables;

/** The fields that users may update of themselves. */
const ownFields = new Set(["display_name", "password", "locale"]);

const providers: readonly (string | null)[] = ["local", "sso"];

/**
 * Finds the account, if the actor may update it like this; called before and in the transaction.
 * @throws as `updateUser`
 */
export function requireUpdatable(actor: Actor, id: string, changes: UserChanges): Account {
  const isAdmin = may(actor, "admin.users");
  const isSelf = id === actor.userId;
  if (!isAdmin && !isSelf) throw forbidden("Admin only or own profile");
  const account = requireUser(id);
  const beyondOwn = Object.keys(changes).filter((field) => !ownFields.has(field));
  if (!isAdmin && beyondOwn.length > 0) throw forbidden(`Only an administrator may change ${beyondOwn.join(", ")}`);
  if (!isSelf || beyondOwn.length > 0) requirePowerOver(actor, account);
  requireValid(actor, account, changes);
  return account;
}

/** @throws Problem 400, 403 or 409 when values may not be set */
function requireValid(actor: Actor, account: Account, changes: UserChanges): void {
  if (changes.password !== undefined) requireLogin(actor);
  if (account.is_service_account) requireServiceChange(changes);
  const { role = account.role, is_active = account.is_active, email, locale, password } = changes;
  if (changes.role !== undefined) requireRole(role);
  if (role !== account.role) requireGrantable(actor, role);
  requireActiveAdmin(account, role, is_active);
  const other = email === undefined ? undefined : accounts.findUserByEmail(email);
  if (other && other.id !== account.id) throw conflict("Another user has this e-mail address");
  if (locale !== undefined && (locale === null || !locales.includes(locale)))
    throw refused(`\`locale\` must be one of ${locales.join(", ")}`);
  const { auth_provider: provider = account.auth_provider } = changes;
  if (!providers.includes(provider)) throw refused("`auth_provider` must be local or sso");
  if (password !== undefined && provider === "sso") throw refused("An SSO account has no password");
}

/** The fields of a service account that can be updated: nothing by which somebody could log in. */
const serviceFields = new Set(["display_name", "role", "is_active", "locale"]);

/** @throws Problem 400 for a field that a service account doesn't have */
function requireServiceChange(changes: UserChanges): void {
  const other = Object.keys(changes).find((field) => !serviceFields.has(field));
  if (other !== undefined) throw refused(`A service account has no ${other} that could be changed`);
}

/** Returns the columns to set, without the password. Mailed links are voided by another address and by single sign-on. */
function columnsOf(changes: UserChanges, account: Account): accounts.AccountChanges {
  const { display_name, role, is_active, locale, auth_provider } = changes;
  const email = changes.email === undefined ? account.email : accounts.emailKey(changes.email);
  const moves = auth_provider && auth_provider !== account.auth_provider;
  return {
    ...(display_name !== undefined && { display_name }),
    ...(role !== undefined && { role }),
    ...(is_active !== undefined && { is_active }),
    ...(locale && { locale }),
    ...(email !== account.email && { email, ...accounts.withoutLinks }),
    ...(moves && { auth_provider: auth_provider as Account["auth_provider"], sso_subject_id: null }),
    ...(moves && auth_provider === "sso" && accounts.withoutLinks),
  };
}

/**
 * Updates everything of a user but the password; part of the running transaction. Publishes `user.updated`.
 * @throws as `updateUser`
 */
export function updateUserFields(actor: Actor, id: string, changes: UserChanges): void {
  const before = requireUpdatable(actor, id, changes);
  const after = accounts.updateUser(id, columnsOf(changes, before));
  if (after.email !== before.email) accounts.moveInvitation(before.email, after.email);
  // A reactivation ends, too, what an earlier version has left to a deactivated account.
  if (after.is_active !== before.is_active) accounts.endAccess([id]);
  accounts.publishUserChanges(actor, before, after);
}

/**
 * Updates a user: an administrator everything, anybody their own name, password and language. Deactivating ends what the
 * user was given before for good: a later reactivation doesn't revive it. Publishes `user.updated` and
 * `user.password_changed`.
 * @throws Problem 400, 403, 404 or 409 when a rule says no; 422 for a weak password
 */
export async function updateUser(actor: Actor, id: string, changes: UserChanges): Promise<Account> {
  const { password } = changes;
  const { email } = requireUpdatable(actor, id, changes);
  const objection = password !== undefined && passwordObjection(password, changes.email ?? email);
  if (objection) throw invalid(["body", "password"], objection);
  const hash = password === undefined ? undefined : await hashPassword(password);
  return transactionInTurn(() => {
    updateUserFields(actor, id, changes);
    if (hash) accounts.setPassword(id, hash, actor);
    return requireUser(id);
  });
}

/**
 * Lifts the lock that failed logins have set. Publishes `user.unlocked` if there was one.
 * @throws Problem 404; 403 when the user may do more than the actor
 */
export function unlockUser(actor: Actor, id: string): UnlockedUser {
  return transaction(() => {
    requirePowerOver(actor, requireUser(id));
    return { unlocked: accounts.unlockUser(id, actor) };
  });
}

/**
 * Updates the role or the activity of many users. Publishes `user.updated` for each.
 * @throws Problem 400, 403 or 404 when a rule says no; then nobody is updated
 */
export function updateUsers(actor: Actor, { ids: requested, updates }: BulkChanges): User[] {
  const role = updates.role ?? undefined;
  const is_active = updates.is_active ?? undefined;
  if (role === undefined && is_active === undefined) throw refused("`updates` must name a role or is_active");
  if (role !== undefined && requested.length > 0) requireRole(role);
  const ids = uniqueIds(requested);
  return transaction(() => {
    const listed = () => db.select().from(users).where(columnInList(users.id, ids)).orderBy(users.id).all();
    const before = listed();
    if (before.length === 0) throw notFound("User");
    if (role !== undefined) requireGrantable(actor, role);
    for (const account of before) requirePowerOver(actor, account);
    const columns = { ...(role !== undefined && { role }), ...(is_active !== undefined && { is_active }) };
    accounts.updateAccounts(ids, columns);
    const mayEndAdmin = (role !== undefined && role !== accounts.ADMIN) || is_active === false;
    if (mayEndAdmin && accounts.countAdmins({ activeOnly: true }) === 0)
      throw refused("The change would leave no active admin");
    for (const account of before) accounts.publishUserChanges(actor, account, { ...account, ...columns });
    if (is_active !== undefined)
      accounts.endAccess(before.filter((account) => account.is_active !== is_active).map(({ id }) => id));
    return listed().map(serialize);
  });
}

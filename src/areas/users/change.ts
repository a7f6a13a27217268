/** Changing users, one or many. */
import { and, eq } from "drizzle-orm";
import { afterCommit, columnInList, db, tables, transaction } from "../../../db";
import {
  type Account,
  type AccountChanges,
  ADMIN,
  emailKey,
  findUser,
  findUserByEmail,
  publishUserChanges,
  setPassword,
  unlockUser,
  updateUser,
} from "../../core/access/accounts";
import { type Actor, may } from "../../core/access/actor";
import { hashPassword } from "../../core/access/passwords";
import { endStreamsOf } from "../../core/journal/stream";
import { locales } from "../../core/settings/general";
import { conflict, forbidden, notFound, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { parseUuid } from "../../platform/ids";
import { wireOf } from "./list";
import type { BulkChanges, Unlocked, User, UserChanges } from "./model";
import { keepAnAdmin, knownRole, requireGrantable, requirePowerOver, requireStrongPassword } from "./rules";

const { invitations, users } = tables;

/** What users may change of themselves. */
const own = new Set(["display_name", "password", "locale"]);

const providers: readonly (string | null)[] = ["local", "sso"];

/** Whether the actor may make this change at this moment; the account as it is before it. */
function admit(actor: Actor, id: string, changes: UserChanges): Account {
  const isAdmin = may(actor, "admin.users");
  const isSelf = id === actor.userId;
  if (!isAdmin && !isSelf) throw forbidden("Admin only or own profile");
  const account = findUser(id);
  if (!account) throw notFound("User");
  const beyondOwn = Object.keys(changes).filter((field) => !own.has(field));
  if (!isAdmin && beyondOwn.length > 0) throw forbidden(`Only an administrator may change ${beyondOwn.join(", ")}`);
  if (!isSelf || beyondOwn.length > 0) requirePowerOver(actor, account);

  const { role = account.role, is_active: isActive = account.is_active, email, locale, password } = changes;
  if (changes.role !== undefined) {
    knownRole(role);
    if (role !== account.role) requireGrantable(actor, role);
  }
  keepAnAdmin(account, role, isActive);
  const holder = email === undefined ? undefined : findUserByEmail(email);
  if (holder && holder.id !== id) throw conflict("Another user has this e-mail address");
  if (locale !== undefined && (locale === null || !locales.includes(locale)))
    throw refused(`\`locale\` must be one of ${locales.join(", ")}`);
  const provider = changes.auth_provider === undefined ? account.auth_provider : changes.auth_provider;
  if (!providers.includes(provider)) throw refused("`auth_provider` must be local or sso");
  if (password !== undefined && provider === "sso") throw refused("An SSO account has no password");
  return account;
}

/** The columns that a change sets, besides the password. */
function columnsOf(changes: UserChanges, account: Account): AccountChanges {
  const { display_name, email, role, is_active, locale, auth_provider } = changes;
  const columns: AccountChanges = {
    ...(display_name !== undefined && { display_name }),
    ...(role !== undefined && { role }),
    ...(is_active !== undefined && { is_active }),
    ...(locale && { locale }),
  };
  const noLinks = {
    password_setup_hash: null,
    password_setup_expires_at: null,
    password_reset_hash: null,
    password_reset_expires_at: null,
  };
  // Links that were mailed to the old address, or that set a password, must not outlive it.
  if (email !== undefined && emailKey(email) !== account.email)
    Object.assign(columns, { email: emailKey(email) }, noLinks);
  if (auth_provider && auth_provider !== account.auth_provider)
    Object.assign(columns, { auth_provider, sso_subject_id: null }, auth_provider === "sso" && noLinks);
  return columns;
}

/**
 * Changes a user: an administrator everything, anybody their own name, password and language. Publishes `user.updated`
 * and `user.password_changed`.
 * @throws Problem 400, 403, 404 or 409 when a rule says no; 422 for a weak password
 */
export async function changeUser(actor: Actor, id: string, changes: UserChanges): Promise<Account> {
  const { password } = changes;
  const { email } = admit(actor, id, changes);
  if (password !== undefined) requireStrongPassword(password, changes.email ?? email);
  const hash = password === undefined ? undefined : await hashPassword(password);
  return transaction(() => {
    const before = admit(actor, id, changes);
    let after = updateUser(id, columnsOf(changes, before));
    if (after.email !== before.email) moveInvitation(before.email, after.email);
    publishUserChanges(actor, before, after);
    if (hash) after = setPassword(id, hash, actor);
    if (!after.is_active) afterCommit(() => endStreamsOf(id));
    return after;
  });
}

/**
 * Lets somebody log in again who has mistyped their password too often. Publishes `user.unlocked` if they were locked.
 * @throws Problem 404; 403 when they may do more than the actor
 */
export function unlock(actor: Actor, id: string): Unlocked {
  return transaction(() => {
    const account = findUser(id);
    if (!account) throw notFound("User");
    requirePowerOver(actor, account);
    return { unlocked: unlockUser(id, actor) };
  });
}

/** An invitation goes with the address of the one who was invited. */
function moveInvitation(from: string, to: string): void {
  if (!db.select({ id: invitations.id }).from(invitations).where(eq(invitations.email, from)).get()) return;
  db.delete(invitations).where(eq(invitations.email, to)).run();
  db.update(invitations).set({ email: to }).where(eq(invitations.email, from)).run();
}

/**
 * The ids of a bulk request in canonical form, each once.
 * @throws Problem 400 when there is none, or one is no UUID
 */
export function bulkIds(ids: readonly string[]): string[] {
  if (ids.length === 0) throw refused("`ids` must name at least one user");
  const parsed = ids.map((id) => {
    const uuid = parseUuid(id);
    if (!uuid) throw refused(`\`ids\` holds ${JSON.stringify(id)}, which is not a UUID`);
    return uuid;
  });
  return [...new Set(parsed)];
}

/**
 * Changes the role or the activity of many users. Publishes `user.updated` for each.
 * @throws Problem 400, 403 or 404 when a rule says no; then nobody is changed
 */
export function changeUsers(actor: Actor, { ids: named, updates }: BulkChanges): User[] {
  const role = updates.role ?? undefined;
  const is_active = updates.is_active ?? undefined;
  if (role === undefined && is_active === undefined) throw refused("`updates` must name a role or is_active");
  if (role !== undefined && named.length > 0) knownRole(role);
  const ids = bulkIds(named);
  return transaction(() => {
    const before = db.select().from(users).where(columnInList(users.id, ids)).all();
    if (before.length === 0) throw notFound("User");
    if (role !== undefined) requireGrantable(actor, role);
    for (const account of before) requirePowerOver(actor, account);
    const columns = { ...(role !== undefined && { role }), ...(is_active !== undefined && { is_active }) };
    db.update(users)
      .set({ ...columns, updated_at: now() })
      .where(columnInList(users.id, ids))
      .run();
    const takesAway = (role !== undefined && role !== ADMIN) || is_active === false;
    if (takesAway && !hasActiveAdmin()) throw refused("The change would leave no active admin");
    const after = new Map(before.map((account) => [account.id, { ...account, ...columns }]));
    for (const account of before) publishUserChanges(actor, account, after.get(account.id) as Account);
    if (is_active === false)
      afterCommit(() => {
        for (const { id } of before) endStreamsOf(id);
      });
    return [...after.values()].map(wireOf);
  });
}

const hasActiveAdmin = () =>
  db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, ADMIN), eq(users.is_active, true)))
    .limit(1)
    .get() !== undefined;

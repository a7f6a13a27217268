/**
 * Accounts, and the changes to them that the API, the start of the server and the command line share. Passwords are
 * hashed before (`hashPassword`), because hashing is asynchronous and must not happen in a transaction.
 */
import { and, count, eq, type SQL, sql } from "drizzle-orm";
import { afterCommit, columnInList, db, firstValue, inList, listOf, statement, tables, transaction } from "../../../db";
import { conflict, found, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { extensionPoint } from "../extension-point";
import type { Changes } from "../journal/differences";
import { type Author, program, publish } from "../journal/journal";
import { endStreamsOf } from "../journal/stream";
import { deleteAccessTokensOf } from "./access-tokens";
import { deleteDeviceFailuresOf } from "./device-failures";
import { deleteSessionsOf } from "./sessions";

const { invitations, users } = tables;

/** A row of `users`. */
export type Account = typeof users.$inferSelect;

/** Columns of an account that can be set. */
export type AccountChanges = Partial<Omit<Account, "id" | "created_at" | "updated_at">>;

export type NewAccount = {
  /** Generated when left out. */
  id?: string;
  email: string;
  display_name: string;
  /** Key of a role. */
  role: string;
  password_hash?: string | null;
  auth_provider?: "local" | "sso";
  locale?: string;
  /** True for the account of a program, which can't log in. */
  is_service_account?: boolean;
  /** True when it may log in; it may unless this is false. */
  is_active?: boolean;
  /** The hash of a setup link's token and the link's expiry, for an account without a password. */
  password_setup_hash?: string | null;
  password_setup_expires_at?: string | null;
};

/** The key of the role that at least one active account must have. */
export const ADMIN = "admin";

/** Returns the author of changes made outside a request. */
const noRequest = () => program("account");

/** Returns the normalized form in which e-mail addresses are stored and compared. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

const findWhere = (condition?: SQL): Account | undefined => db.select().from(users).where(condition).get();

/** Finds the account with an id. */
export const findUser = (id: string): Account | undefined => findWhere(eq(users.id, id));

/** Returns the id of a user who still exists; else null. */
export const existingUserId = (id: string | null | undefined): string | null => (id && findUser(id) ? id : null);

/** Finds the account with an e-mail address, in any case of letters. */
export const findUserByEmail = (email: string): Account | undefined => findWhere(eq(users.email, emailKey(email)));

/**
 * Returns the display name of a user; undefined when there is none. Read with every change that stakeholders are notified
 * of.
 */
export const displayNameOf = (id: string): string | undefined =>
  firstValue<string>("SELECT display_name FROM users WHERE id = ?", id);

/** Maps user → their display name, of those who exist. */
export function displayNamesOf(ids: readonly string[]): Map<string, string> {
  const rows = statement<{ id: string; display_name: string }, [string]>(
    `SELECT id, display_name FROM users WHERE ${inList("id")}`,
  ).all(listOf(ids));
  return new Map(rows.map(({ id, display_name }) => [id, display_name]));
}

const requireUser = (id: string): Account => found(findUser(id), "User");

/** Checks whether there is any account. */
export const hasUsers = (): boolean => findWhere() !== undefined;

/** Returns the number of accounts with the role `admin`. */
export const countAdmins = ({ activeOnly = false } = {}): number =>
  db
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.role, ADMIN), activeOnly ? eq(users.is_active, true) : undefined))
    .get()?.count ?? 0;

/** Lists the accounts by display name; with `activeOnly` those that may log in. */
export const listUsers = ({ activeOnly = false } = {}): Account[] =>
  db
    .select()
    .from(users)
    .where(activeOnly ? eq(users.is_active, true) : undefined)
    .orderBy(sql`${users.display_name} collate nocase`, users.id)
    .all();

/** Returns the fields of every event about an account. */
const subject = (account: Pick<Account, "id" | "display_name">) => ({ id: account.id, name: account.display_name });

/** Creates an account and publishes `user.created`. @throws Problem 409 when the e-mail address is taken */
export function createUser(account: NewAccount, author: Author = noRequest()): Account {
  return transaction(() => {
    const email = emailKey(account.email);
    if (findUserByEmail(email)) throw conflict("A user with this e-mail address exists");
    const created = db
      .insert(users)
      .values({ ...account, id: account.id ?? newId(), email, created_at: now(), updated_at: now() })
      .returning()
      .get();
    const { role, auth_provider } = created;
    publish(author, { type: "user.created", data: { ...subject(created), email, role, auth_provider } });
    return created;
  });
}

/** Updates columns of an account, as part of the running transaction; publishes nothing. @throws Problem 404 */
export const updateUser = (id: string, changes: AccountChanges): Account =>
  found(
    db
      .update(users)
      .set({ ...changes, updated_at: now() })
      .where(eq(users.id, id))
      .returning()
      .get(),
    "User",
  );

/** Updates the same columns of accounts, as part of the running transaction; publishes nothing. */
export const updateAccounts = (ids: readonly string[], columns: AccountChanges): void =>
  void db
    .update(users)
    .set({ ...columns, updated_at: now() })
    .where(columnInList(users.id, ids))
    .run();

/** Deletes accounts with their invitations, as part of the running transaction; publishes nothing. */
export function deleteAccounts(accounts: readonly Pick<Account, "id" | "email">[]): void {
  const ids = accounts.map(({ id }) => id);
  const emails = accounts.map(({ email }) => email);
  db.delete(invitations).where(columnInList(invitations.email, emails)).run();
  db.delete(users).where(columnInList(users.id, ids)).run();
}

/** The columns of an account without mailed links. */
export const withoutLinks = {
  password_setup_hash: null,
  password_setup_expires_at: null,
  password_reset_hash: null,
  password_reset_expires_at: null,
};

/**
 * Ends all access that accounts were given before: their sessions, access tokens, mailed links, known devices and event
 * streams.
 * Part of the running transaction; publishes nothing.
 */
export function endAccess(userIds: readonly string[]): void {
  db.update(users)
    .set({ ...withoutLinks, token_version: sql`${users.token_version} + 1` })
    .where(columnInList(users.id, userIds))
    .run();
  deleteAccessTokensOf(userIds);
  deleteSessionsOf(userIds);
  afterCommit(() => userIds.forEach(endStreamsOf));
}

/** The columns that `user.updated` reports: no secrets, counters or preferences. */
const publishedColumns = ["email", "display_name", "role", "is_active", "locale", "auth_provider"] as const;

/** Publishes `user.updated` with the differences between two states of an account, if there are any. */
export function publishUserChanges(author: Author, before: Account, after: Account): void {
  const changes: Changes = {};
  for (const column of publishedColumns)
    if (before[column] !== after[column]) changes[column] = { old: before[column], new: after[column] };
  if (Object.keys(changes).length > 0) publish(author, { type: "user.updated", data: { ...subject(after), changes } });
}

/**
 * Sets a password: a lock and all that was given out before end, as by `endAccess`.
 * Publishes `user.password_changed`.
 * @param hash from `hashPassword`
 * @throws Problem 404 when there is no such account; 400 when it logs in by single sign-on, or is a service account
 */
export function setPassword(userId: string, hash: string, author: Author = noRequest()): Account {
  return transaction(() => {
    const account = requireUser(userId);
    if (account.auth_provider === "sso") throw refused("This account logs in by SSO and has no password");
    if (account.is_service_account) throw refused("A service account has no password");
    endAccess([userId]);
    deleteDeviceFailuresOf(userId);
    publish(author, { type: "user.password_changed", data: subject(account) });
    return updateUser(userId, { password_hash: hash, failed_logins: 0, locked_until: null });
  });
}

/**
 * Resets the locks and the counts of failed logins, those of its devices too, and publishes `user.unlocked`.
 * @returns whether there was anything to reset
 * @throws Problem 404 when there is no such account
 */
export function unlockUser(userId: string, author: Author = noRequest()): boolean {
  return transaction(() => {
    const account = requireUser(userId);
    const unlocksDevices = deleteDeviceFailuresOf(userId);
    if (!unlocksDevices && account.failed_logins === 0 && account.locked_until === null) return false;
    updateUser(userId, { failed_logins: 0, locked_until: null });
    publish(author, { type: "user.unlocked", data: subject(account) });
    return true;
  });
}

/** Stores an invitation, as part of the running transaction; publishes nothing. */
export const createInvitation = (invitation: typeof invitations.$inferInsert): void =>
  void db.insert(invitations).values(invitation).run();

/** Deletes the invitation of an e-mail address, as part of the running transaction; publishes nothing. */
export const deleteInvitation = (email: string): void =>
  void db.delete(invitations).where(eq(invitations.email, email)).run();

/** Moves the invitation of an account, if it has one, to its new address; part of the running transaction. */
export function moveInvitation(from: string, to: string): void {
  if (!db.select({ id: invitations.id }).from(invitations).where(eq(invitations.email, from)).get()) return;
  deleteInvitation(to);
  db.update(invitations).set({ email: to }).where(eq(invitations.email, from)).run();
}

type Addressee = Pick<Account, "email" | "display_name">;

/** Sends the mails about accounts. A token is the secret of the mailed link; only its hash is stored. */
export type AccountMail = {
  /** Invites somebody to choose a password with the token, or without one to log in by single sign-on. */
  invitation(to: Addressee, token: string | undefined): Promise<void>;
  passwordReset(to: Addressee, token: string): Promise<void>;
  /** Informs somebody of a change to their second factors. */
  factorsChanged(to: Addressee, sentence: string): Promise<void>;
};

/** The provider of what sends mails about accounts; it is undefined while no SMTP server is configured. */
export const accountMailProvider = extensionPoint<[], AccountMail | undefined>();

/** Returns the sender of mails about accounts; undefined while no SMTP server is configured. */
export const accountMail = (): AccountMail | undefined => accountMailProvider()[0]?.result;

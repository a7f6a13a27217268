/**
 * Accounts: who there is, and the changes that the API, the start of the server and the command line share.
 *
 * Everything here is synchronous. Passwords come in hashed (see `hashPassword`), because hashing takes its time and
 * must not happen in a transaction. Who acts is the last parameter; without one it is the program itself.
 */
import { and, count, eq, ne, sql } from "drizzle-orm";
import { afterCommit, db, tables, transaction } from "../../../db";
import { conflict, notFound, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { extensionPoint } from "../extension-point";
import { type Author, program, publish } from "../journal/journal";
import { endStreamsOf } from "../journal/stream";

const { invitations, users } = tables;

/** A row of `users`. */
export type Account = typeof users.$inferSelect;

/** Columns of an account that can be set. */
export type AccountChanges = Partial<Omit<Account, "id" | "created_at" | "updated_at">>;

export type NewAccount = {
  /** Chosen by the caller when it must know it before; made otherwise. */
  id?: string;
  email: string;
  display_name: string;
  /** Key of a role. */
  role: string;
  password_hash?: string | null;
  auth_provider?: "local" | "sso";
  /** The stored half of a setup link and its end, when the account is to choose its first password itself. */
  password_setup_hash?: string | null;
  password_setup_expires_at?: string | null;
};

/** The key of the role whose last active holder must stay. */
export const ADMIN = "admin";

const atTheConsole = () => program("account");

/** The form in which e-mail addresses are kept and compared. */
export const emailKey = (email: string): string => email.trim().toLowerCase();

/** The account with an id. */
export const userById = (id: string): Account | undefined => db.select().from(users).where(eq(users.id, id)).get();

/** The account with an e-mail address, in any case of letters. */
export const userByEmail = (email: string): Account | undefined =>
  db
    .select()
    .from(users)
    .where(eq(users.email, emailKey(email)))
    .get();

/** Whether there is any account. */
export const hasUsers = (): boolean => db.select({ id: users.id }).from(users).limit(1).get() !== undefined;

/** The accounts by display name; with `activeOnly` those that may log in. */
export const listUsers = ({ activeOnly = false } = {}): Account[] =>
  db
    .select()
    .from(users)
    .where(activeOnly ? eq(users.is_active, true) : undefined)
    .orderBy(sql`${users.display_name} collate nocase`, users.id)
    .all();

/** What an event says an account is. */
const subject = (account: Pick<Account, "id" | "display_name">) => ({ id: account.id, name: account.display_name });

/**
 * Makes an account. Publishes `user.created`.
 * @throws Problem 409 when the e-mail address is taken
 */
export function createUser(account: NewAccount, author: Author = atTheConsole()): Account {
  return transaction(() => {
    const email = emailKey(account.email);
    if (userByEmail(email)) throw conflict("A user with this e-mail address exists");
    const made = db
      .insert(users)
      .values({ ...account, id: account.id ?? newId(), email, created_at: now(), updated_at: now() })
      .returning()
      .get();
    const { role, auth_provider } = made;
    publish(author, { type: "user.created", data: { ...subject(made), email, role, auth_provider } });
    return made;
  });
}

/** Sets columns of an account; part of the running transaction. Publishes nothing. */
export function updateUser(id: string, changes: AccountChanges): Account {
  const changed = db
    .update(users)
    .set({ ...changes, updated_at: now() })
    .where(eq(users.id, id))
    .returning()
    .get();
  if (!changed) throw notFound("User");
  return changed;
}

/** The columns that an event tells of. Secrets, counters and preferences are not among them. */
const told = ["email", "display_name", "role", "is_active", "locale", "auth_provider"] as const;

/** Publishes `user.updated` with what differs between two states of an account, if anything does. */
export function tellOfChanges(author: Author, before: Account, after: Account): void {
  const changes: Record<string, { old: unknown; new: unknown }> = {};
  for (const column of told)
    if (before[column] !== after[column]) changes[column] = { old: before[column], new: after[column] };
  if (Object.keys(changes).length > 0) publish(author, { type: "user.updated", data: { ...subject(after), changes } });
}

/**
 * Gives an account another password: outstanding links and a lock are gone, and tokens issued before are refused.
 * Publishes `user.password_changed` and ends the account's event streams.
 * @param hash of the new password, from `hashPassword`
 * @throws Problem 404 when there is no such account; 400 when it logs in by single sign-on
 */
export function setPassword(userId: string, hash: string, author: Author = atTheConsole()): Account {
  return transaction(() => {
    const account = userById(userId);
    if (!account) throw notFound("User");
    if (account.auth_provider === "sso") throw refused("This account logs in by SSO and has no password");
    const changed = updateUser(userId, {
      password_hash: hash,
      password_setup_hash: null,
      password_setup_expires_at: null,
      password_reset_hash: null,
      password_reset_expires_at: null,
      failed_logins: 0,
      locked_until: null,
      token_version: account.token_version + 1,
    });
    publish(author, { type: "user.password_changed", data: subject(account) });
    afterCommit(() => endStreamsOf(userId));
    return changed;
  });
}

/**
 * Lifts the lock that too many failed logins have set, and forgets the failures. Publishes `user.unlocked`.
 * @returns whether there was anything to lift
 * @throws Problem 404 when there is no such account
 */
export function unlockUser(userId: string, author: Author = atTheConsole()): boolean {
  return transaction(() => {
    const account = userById(userId);
    if (!account) throw notFound("User");
    if (account.failed_logins === 0 && account.locked_until === null) return false;
    updateUser(userId, { failed_logins: 0, locked_until: null });
    publish(author, { type: "user.unlocked", data: subject(account) });
    return true;
  });
}

/** Forgets the invitation of an e-mail address; part of the running transaction. */
export function dropInvitation(email: string): void {
  db.delete(invitations).where(eq(invitations.email, email)).run();
}

/** How many active accounts have the role `admin`, not counting one. */
export const otherActiveAdmins = (userId: string): number =>
  db
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.role, ADMIN), eq(users.is_active, true), ne(users.id, userId)))
    .get()?.count ?? 0;

/** What sends the mails about accounts. The token is the secret of the link to mail; it is stored nowhere. */
export type AccountMail = {
  /** Invites somebody: to choose a password with the token, or without one to log in by single sign-on. */
  invitation(to: { email: string; display_name: string }, token: string | undefined): Promise<void>;
  /** Offers somebody another password. */
  passwordReset(to: { email: string; display_name: string }, token: string): Promise<void>;
};

/** Asked for what sends mails about accounts; it is undefined while no SMTP server is configured. */
export const accountMailProvider = extensionPoint<[], AccountMail | undefined>();

/** What sends mails about accounts; undefined while no SMTP server is configured. */
export const accountMail = (): AccountMail | undefined => accountMailProvider()[0]?.result;

/** What the `user` commands do to the database. */
import { existsSync } from "node:fs";
import { closeDatabase, openDatabase } from "../../db/client";
import { readDatabaseFile } from "../config";
import {
  type Account,
  ADMIN,
  createUser,
  hasUsers,
  listUsers,
  setPassword,
  unlockUser,
  userByEmail,
} from "../core/access/accounts";
import { hashPassword, passwordObjection } from "../core/access/passwords";
import { rolesByKey } from "../core/access/roles";
import { seedAccess } from "../core/access/seed";
import { Email, LINE, Text } from "../http/schemas";
import { now } from "../platform/clock";
import { Failure } from "./failure";

/** Runs the work on the open database and closes it whatever happens; every commit is on the disk when it returns. */
async function withDatabase<T>(work: () => T | Promise<T>, { make = false } = {}): Promise<T> {
  const file = readDatabaseFile();
  if (!make && !existsSync(file)) throw new Failure(`There is no database at ${file}.`);
  openDatabase(file, { durableCommits: true });
  try {
    return await work();
  } finally {
    closeDatabase();
  }
}

/** A password as good as anybody could register with, for an account that is given none. */
function makePassword(email: string): string {
  for (;;) {
    const password = Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString("base64url");
    if (!passwordObjection(password, email)) return password;
  }
}

/** The password to set, and the same again when it was made here and must be shown. */
function passwordFor(email: string, given: string | undefined): { password: string; made: string | undefined } {
  const objection = given === undefined ? undefined : passwordObjection(given, email);
  if (objection) throw new Failure(`${objection}.`);
  const made = given === undefined ? makePassword(email) : undefined;
  return { password: given ?? (made as string), made };
}

function requireRole(key: string): string {
  const usable = [...rolesByKey().values()].filter((role) => !role.is_archived).map((role) => role.key);
  if (!usable.includes(key)) throw new Failure(`There is no role ${key}; there are ${usable.join(", ")}.`);
  return key;
}

const line = Text(LINE, 1);

/**
 * Makes an account, and the database when there is none yet.
 * @returns the account, and its password when it was made here
 * @throws Failure when the address, the name, the role or the password won't do; Problem when the address is taken
 */
export function createAccount(
  { email: typed, name, role }: { email: string; name?: string; role?: string },
  given: string | undefined,
): Promise<{ account: Account; password: string | undefined }> {
  const { data: email } = Email.safeParse(typed);
  if (!email) throw new Failure(`${typed} is no e-mail address that an account can have.`);
  const display_name = name?.trim() || (email.split("@")[0] ?? email);
  if (!line.safeParse(display_name).success) throw new Failure(`The name must have at most ${LINE} characters.`);
  const { password, made } = passwordFor(email, given);
  return withDatabase(
    async () => {
      await seedAccess({ adminEmail: undefined, adminPassword: undefined });
      const key = requireRole(role ?? (hasUsers() ? "member" : ADMIN));
      const password_hash = await hashPassword(password);
      return { account: createUser({ email, display_name, role: key, password_hash }), password: made };
    },
    { make: true },
  );
}

/** An account as the command line shows it. */
export type Listed = {
  id: string;
  email: string;
  display_name: string;
  role: string;
  auth_provider: string;
  /** In a word, or more. */
  state: string;
  last_login: string | null;
  created_at: string;
};

/** The accounts, by name. */
export const listAccounts = (): Promise<Listed[]> =>
  withDatabase(() =>
    listUsers().map((account) => ({
      id: account.id,
      email: account.email,
      display_name: account.display_name,
      role: account.role,
      auth_provider: account.auth_provider,
      state: stateOf(account),
      last_login: account.last_login,
      created_at: account.created_at,
    })),
  );

function stateOf({ is_active, locked_until }: Account): string {
  if (!is_active) return "deactivated";
  return locked_until !== null && locked_until > now() ? `locked until ${locked_until}` : "active";
}

function requireAccount(email: string): Account {
  const account = userByEmail(email);
  if (!account) throw new Failure(`There is no account with the address ${email}.`);
  return account;
}

/**
 * Gives an account another password.
 * @returns the password when it was made here
 * @throws Failure when there is no such account or the password won't do; Problem when it logs in by single sign-on
 */
export function resetPassword(email: string, given: string | undefined): Promise<string | undefined> {
  const { password, made } = passwordFor(email, given);
  return withDatabase(async () => {
    const { id } = requireAccount(email);
    setPassword(id, await hashPassword(password));
    return made;
  });
}

/**
 * Lifts the lock of an account.
 * @returns whether there was one
 * @throws Failure when there is no such account
 */
export const unlock = (email: string): Promise<boolean> => withDatabase(() => unlockUser(requireAccount(email).id));

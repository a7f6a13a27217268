/** The work of the `user` commands. */
import { existsSync } from "node:fs";
import { transaction } from "../../db";
import { closeDatabase, openDatabase } from "../../db/client";
import { areas } from "../areas";
import { readDatabaseFile } from "../config";
import {
  type Account,
  ADMIN,
  createUser,
  findUserByEmail,
  hasUsers,
  listUsers,
  setPassword,
  unlockUser,
} from "../core/access/accounts";
import { hashPassword, passwordObjection } from "../core/access/passwords";
import { rolesByKey } from "../core/access/roles";
import { resetFactors } from "../core/access/second-factors";
import { seedAccess } from "../core/access/seed";
import { installAreas } from "../core/area";
import { program } from "../core/journal/journal";
import { Email, LINE, Text } from "../http/schemas";
import { now } from "../platform/clock";
import { Failure } from "./failure";

/**
 * Runs the work on the open database, with the areas installed whose roles it seeds and whose listeners see its events, and
 * closes the database. Every commit is on the disk when it returns.
 */
async function withDatabase<T>(work: () => T | Promise<T>, { create = false } = {}): Promise<T> {
  const file = readDatabaseFile();
  if (!create && !existsSync(file)) throw new Failure(`There is no database at ${file}.`);
  installAreas(areas);
  openDatabase(file, { durableCommits: true });
  try {
    return await work();
  } finally {
    closeDatabase();
  }
}

/** Generates a password that passes the rules of registration. */
function generatePassword(email: string): string {
  for (;;) {
    const password = Buffer.from(crypto.getRandomValues(new Uint8Array(18))).toString("base64url");
    if (!passwordObjection(password, email)) return password;
  }
}

/** Returns the password to set: the given one, or a `generated` one, which must be shown. */
function passwordFor(email: string, given: string | undefined): { password: string; generated?: string } {
  if (given === undefined) {
    const generated = generatePassword(email);
    return { password: generated, generated };
  }
  const objection = passwordObjection(given, email);
  if (objection) throw new Failure(`${objection}.`);
  return { password: given };
}

function requireRole(key: string): string {
  const usable = [...rolesByKey().values()].filter((role) => !role.is_archived).map((role) => role.key);
  if (!usable.includes(key)) throw new Failure(`There is no role ${key}; there are ${usable.join(", ")}.`);
  return key;
}

/**
 * Creates an account, and the database when it is missing.
 * @param given the password; without one it is generated and returned
 * @throws Failure when the address, the name, the role or the password is invalid; Problem 409 when the address is taken
 */
export function createAccount(
  { email: input, name, role }: { email: string; name?: string; role?: string },
  given: string | undefined,
): Promise<{ account: Account; password: string | undefined }> {
  const { data: email } = Email.safeParse(input);
  if (!email) throw new Failure(`${input} is no e-mail address that an account can have.`);
  const display_name = name?.trim() || (email.split("@")[0] ?? email);
  if (!Text(LINE, 1).safeParse(display_name).success)
    throw new Failure(`The name must have at most ${LINE} characters.`);
  const { password, generated } = passwordFor(email, given);
  return withDatabase(
    async () => {
      await seedAccess({ adminEmail: undefined, adminPassword: undefined });
      const key = requireRole(role ?? (hasUsers() ? "member" : ADMIN));
      const password_hash = await hashPassword(password);
      return { account: createUser({ email, display_name, role: key, password_hash }), password: generated };
    },
    { create: true },
  );
}

/** Lists the accounts by display name, as the command line shows them; `state` is text for people. */
export const listAccounts = () => withDatabase(() => listUsers().map(serialize));

function serialize(account: Account) {
  const { id, email, display_name, role, auth_provider, last_login, created_at } = account;
  return { id, email, display_name, role, auth_provider, state: stateOf(account), last_login, created_at };
}

function stateOf({ is_active, locked_until }: Account): string {
  if (!is_active) return "deactivated";
  return locked_until !== null && locked_until > now() ? `locked until ${locked_until}` : "active";
}

function requireAccount(email: string): Account {
  const account = findUserByEmail(email);
  if (!account) throw new Failure(`There is no account with the address ${email}.`);
  return account;
}

/**
 * Sets another password.
 * @param given the password; without one it is generated and returned
 * @throws Failure when there is no such account or the password is invalid; Problem 400 for an account of single sign-on
 */
export function resetPassword(email: string, given: string | undefined): Promise<string | undefined> {
  const { password, generated } = passwordFor(email, given);
  return withDatabase(async () => {
    const { id } = requireAccount(email);
    setPassword(id, await hashPassword(password));
    return generated;
  });
}

/** Unlocks an account. @returns whether it was locked. @throws Failure when there is no such account */
export const unlock = (email: string): Promise<boolean> => withDatabase(() => unlockUser(requireAccount(email).id));

/** Deletes the second factors of an account. @returns whether there were any. @throws Failure when there is no such account */
export const deleteFactors = (email: string): Promise<boolean> =>
  withDatabase(() => {
    const account = requireAccount(email);
    return transaction(() => resetFactors(program("account"), account));
  });

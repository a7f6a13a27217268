/** Setting a password with a mailed link. */
import { and, eq, gt } from "drizzle-orm";
import { db, tables, transactionInTurn } from "../../../db";
import * as accounts from "../../core/access/accounts";
import { linkHash, newResetLink } from "../../core/access/password-links";
import { hashPassword, passwordObjection } from "../../core/access/passwords";
import { type Author, identify } from "../../core/journal/journal";
import { Problem, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { log } from "../../platform/log";
import type { ChosenPassword } from "./model";

type Account = accounts.Account;
const { users } = tables;

/** The purpose of a mailed link: the first password, or another one. */
type Purpose = "setup" | "reset";

/**
 * Finds the account of a mailed link.
 * @throws Problem 404 when the link is unknown, used or too old, or its account is deactivated
 */
export function requireLinkedAccount(purpose: Purpose, token: string): Account {
  const hash = users[`password_${purpose}_hash` as const];
  const expiry = users[`password_${purpose}_expires_at` as const];
  const valid = and(eq(hash, linkHash(token)), gt(expiry, now()), eq(users.is_active, true));
  const account = db.select().from(users).where(valid).get();
  if (!account) throw new Problem(404, "This link is unknown, used or too old");
  return account;
}

/** Checks and hashes a password. The caller looks the link up again afterwards, because hashing is asynchronous. */
async function hashChosen(purpose: Purpose, { token, password }: ChosenPassword): Promise<string> {
  const objection =
    passwordObjection(password) ?? passwordObjection(password, requireLinkedAccount(purpose, token).email);
  if (objection) throw refused(objection);
  return hashPassword(password);
}

/**
 * Sets the first password of an invited account, and logs it in.
 * @throws Problem 400 for a weak password, 404 for an invalid link
 */
export async function setFirstPassword(choice: ChosenPassword, visitor: Author): Promise<Account> {
  const hash = await hashChosen("setup", choice);
  return transactionInTurn(() => {
    const { id, email } = requireLinkedAccount("setup", choice.token);
    accounts.setPassword(id, hash, identify(visitor, id));
    accounts.deleteInvitation(email);
    return accounts.updateUser(id, { last_login: now() });
  });
}

/**
 * Replaces a forgotten password.
 * @throws Problem 400 for a weak password, 404 for an invalid link
 */
export async function resetPassword(choice: ChosenPassword, visitor: Author): Promise<void> {
  const hash = await hashChosen("reset", choice);
  await transactionInTurn(() => {
    const { id } = requireLinkedAccount("reset", choice.token);
    accounts.setPassword(id, hash, identify(visitor, id));
  });
}

/**
 * Mails a link to reset a password, if there is such an account and a mail server. It happens after the answer, so that
 * neither its content nor its time shows whether there is such an account.
 */
export function forgetPassword(email: string): void {
  setImmediate(async () => {
    try {
      await mailResetLink(email);
    } catch (error) {
      log.warn({ exception: error }, "a mail for another password could not be sent");
    }
  });
}

async function mailResetLink(email: string): Promise<void> {
  const mail = accounts.accountMail();
  const account = mail && accounts.findUserByEmail(email);
  if (!account?.password_hash || !account.is_active || account.auth_provider === "sso") return;
  const link = newResetLink();
  await transactionInTurn(() =>
    accounts.updateUser(account.id, { password_reset_hash: link.hash, password_reset_expires_at: link.expiresAt }),
  );
  await mail?.passwordReset(account, link.token);
}

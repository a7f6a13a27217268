/** Choosing a password by way of a mailed link. */
import { and, eq, gt } from "drizzle-orm";
import { db, tables, transaction } from "../../../db";
import {
  type Account,
  accountMail,
  deleteInvitation,
  findUserByEmail,
  setPassword,
  updateUser,
} from "../../core/access/accounts";
import { linkHash, newResetLink } from "../../core/access/password-links";
import { hashPassword, passwordObjection } from "../../core/access/passwords";
import type { Author } from "../../core/journal/journal";
import { Problem, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { log } from "../../platform/log";
import type { ChosenPassword } from "./model";

const { users } = tables;

const deadLink = () => new Problem(404, "This link is unknown, used or too old");

/**
 * The account that a link for a first password belongs to.
 * @throws Problem 404 when there is none, or it is too old
 */
export function accountOfSetup(token: string): Account {
  const alive = and(eq(users.password_setup_hash, linkHash(token)), gt(users.password_setup_expires_at, now()));
  const account = db.select().from(users).where(alive).get();
  if (!account) throw deadLink();
  return account;
}

/**
 * The account that a link for another password belongs to.
 * @throws Problem 404 when there is none, or it is too old
 */
export function accountOfReset(token: string): Account {
  const alive = and(eq(users.password_reset_hash, linkHash(token)), gt(users.password_reset_expires_at, now()));
  const account = db.select().from(users).where(alive).get();
  if (!account) throw deadLink();
  return account;
}

/** Checks and hashes a chosen password; the link is looked up before and after, because hashing takes its time. */
async function chosenHash({ token, password }: ChosenPassword, accountOf: (token: string) => Account): Promise<string> {
  const objection = passwordObjection(password) ?? passwordObjection(password, accountOf(token).email);
  if (objection) throw refused(objection);
  return hashPassword(password);
}

/**
 * Sets the first password of an invited account, and logs it in.
 * @throws Problem 400 for a weak password, 404 for a link that doesn't hold
 */
export async function setFirstPassword(choice: ChosenPassword, visitor: Author): Promise<Account> {
  const hash = await chosenHash(choice, accountOfSetup);
  return transaction(() => {
    const { id, email } = accountOfSetup(choice.token);
    setPassword(id, hash, { ...visitor, userId: id });
    deleteInvitation(email);
    return updateUser(id, { last_login: now() });
  });
}

/**
 * Sets another password for an account whose old one is forgotten.
 * @throws Problem 400 for a weak password, 404 for a link that doesn't hold
 */
export async function resetPassword(choice: ChosenPassword, visitor: Author): Promise<void> {
  const hash = await chosenHash(choice, accountOfReset);
  transaction(() => {
    const { id } = accountOfReset(choice.token);
    setPassword(id, hash, { ...visitor, userId: id });
  });
}

/**
 * Mails a link for another password, if there is an account to mail it to and a way to mail it.
 * Happens after the answer, so that neither what it says nor its time tells whether there is such an account.
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
  const mail = accountMail();
  const account = mail && findUserByEmail(email);
  if (!account?.password_hash || !account.is_active || account.auth_provider === "sso") return;
  const link = newResetLink();
  transaction(() =>
    updateUser(account.id, { password_reset_hash: link.hash, password_reset_expires_at: link.expiresAt }),
  );
  await mail?.passwordReset(account, link.token);
}

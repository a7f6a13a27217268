/** Logging in and registering. */
import { transaction } from "../../../db";
import {
  type Account,
  ADMIN,
  createUser,
  deleteInvitation,
  emailKey,
  findUser,
  findUserByEmail,
  hasUsers,
  updateUser,
} from "../../core/access/accounts";
import { hashPassword, isOutdated, passwordMatches, passwordObjection } from "../../core/access/passwords";
import { type Author, publish } from "../../core/journal/journal";
import { generalSettings } from "../../core/settings/general";
import { ssoEnabled } from "../../core/settings/providers";
import { forbidden, invalid, Problem, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { newId } from "../../platform/ids";
import { countFailure, countStranger, refuseLocked } from "./lockout";
import type { Credentials, Registration } from "./model";

/** Without a hint at what is wrong: the address, the password, or that the account logs in by single sign-on. */
const mistaken = () => new Problem(401, "Invalid credentials");

/** What a password is checked against; null for accounts that don't log in with one. */
const hashOf = (account: Account | undefined) => (account?.auth_provider === "local" ? account.password_hash : null);

/**
 * Logs somebody in with a password. Publishes `user.logged_in`, or `user.login_failed` and `user.locked`.
 * @throws Problem 401 for any mistake, 423 after too many of them, 403 when the account is deactivated
 */
export async function logIn({ email, password }: Credentials, visitor: Author): Promise<Account> {
  const found = findUserByEmail(email);
  refuseLocked(email, found);
  const hash = hashOf(found);
  const matches = await passwordMatches(password, hash);
  const renewedHash = matches && hash && isOutdated(hash) ? await hashPassword(password) : undefined;
  const outcome = transaction(() => {
    // While the password was checked, other attempts may have locked the account, or somebody changed it.
    const account = found && findUser(found.id);
    refuseLocked(email, account);
    if (!account) return countStranger(email);
    if (!matches || hashOf(account) !== hash) return countFailure(visitor, account);
    if (!account.is_active) throw forbidden("Account disabled");
    return noteLogin(visitor, account, renewedHash);
  });
  if (!outcome) throw mistaken();
  return outcome;
}

function noteLogin(visitor: Author, account: Account, renewedHash: string | undefined): Account {
  if (account.last_login === null) deleteInvitation(account.email);
  publish(
    { ...visitor, userId: account.id },
    { type: "user.logged_in", data: { id: account.id, name: account.display_name } },
  );
  return updateUser(account.id, {
    failed_logins: 0,
    locked_until: null,
    last_login: now(),
    ...(renewedHash && { password_hash: renewedHash }),
  });
}

/** @throws Problem 403 when people may not register, unless there is nobody yet */
function refuseRegistration(): void {
  if (!hasUsers()) return;
  if (ssoEnabled()) throw forbidden("Registration is off: accounts come from SSO");
  if (!generalSettings().registrationEnabled) throw forbidden("Self-registration is disabled");
}

/**
 * Registers somebody: the first as administrator, everybody after as member. Publishes `user.created`.
 * @throws Problem 403 when people may not register, 400 when the address is taken, 422 for a weak password
 */
export async function register(registration: Registration, visitor: Author): Promise<Account> {
  const { email, display_name, password } = registration;
  const objection = passwordObjection(password, email);
  if (objection) throw invalid(["body", "password"], objection);
  refuseRegistration();
  const password_hash = await hashPassword(password);
  // Two first registrations at once: the transactions come one after the other, and only one sees no users.
  return transaction(() => {
    refuseRegistration();
    if (findUserByEmail(email)) throw refused("Email already registered");
    const id = newId();
    const role = hasUsers() ? "member" : ADMIN;
    return createUser({ id, email: emailKey(email), display_name, password_hash, role }, { ...visitor, userId: id });
  });
}

/** Logging in and registering. */
import { transactionInTurn } from "../../../db";
import * as accounts from "../../core/access/accounts";
import { visitor } from "../../core/access/guard";
import { type KnownLogins, knownDevice, knownLogins } from "../../core/access/known-devices";
import { hashPassword, isOutdated, passwordMatches, passwordObjection } from "../../core/access/passwords";
import { hasFactors } from "../../core/access/second-factors";
import { recordSignIn } from "../../core/access/sessions";
import { type Author, identify } from "../../core/journal/journal";
import { generalSettings } from "../../core/settings/general";
import { ssoEnabled } from "../../core/settings/providers";
import { forbidden, invalid, Problem, refused } from "../../http/errors";
import { newId } from "../../platform/ids";
import { type Attempt, countFailure, countUnknownAddress, forgetFailures, requireUnlocked } from "./lockout";
import { recordLogin } from "./login-record";
import type { Credentials, Registration } from "./model";
import { secondStepNeeded } from "./second-step";

type Account = accounts.Account;

/** Returns the same for a wrong address, a wrong password and an account of single sign-on. */
const invalidCredentials = () => new Problem(401, "Invalid credentials");

/** Returns the hash to check a password against; null for accounts of single sign-on. */
const hashOf = (account: Account | undefined) => (account?.auth_provider === "local" ? account.password_hash : null);

/** Returns the attempt to log in to an account with an address; undefined when there is none. */
function attemptAt(email: string, known: KnownLogins): Attempt | undefined {
  const account = accounts.findUserByEmail(email);
  return account && { account, device: knownDevice(known, account) };
}

/**
 * Logs somebody in with a password. Publishes `user.logged_in`, or `user.login_failed` and `user.locked`.
 * @param request shows the earlier logins from the same device
 * @throws Problem 401 for any mistake, and with a challenge when a second factor is needed; 423 after too many mistakes,
 *   403 when the account is deactivated
 */
export async function logIn({ email, password }: Credentials, request: Request): Promise<Account> {
  const [author, known] = [visitor(request), knownLogins(request)];
  const found = attemptAt(email, known);
  requireUnlocked(email, found);
  const hash = hashOf(found?.account);
  const matches = await passwordMatches(password, hash);
  const renewedHash = matches && hash && isOutdated(hash) ? await hashPassword(password) : undefined;
  const outcome = await transactionInTurn(() => {
    // The account may have been locked or updated while the password was checked.
    const attempt = found && attemptAt(email, known);
    requireUnlocked(email, attempt);
    if (!attempt) return countUnknownAddress(email);
    const { account } = attempt;
    if (!matches || hashOf(account) !== hash) {
      recordSignIn(request, account, false);
      return countFailure(author, attempt);
    }
    if (!account.is_active) throw forbidden("Account disabled");
    const changes = renewedHash === undefined ? {} : { password_hash: renewedHash };
    // The right password alone is no login, and makes no failure forgotten.
    if (hasFactors(account.id)) return { halfway: accounts.updateUser(account.id, changes) };
    if (account.last_login === null) accounts.deleteInvitation(account.email);
    forgetFailures(attempt);
    return recordLogin(author, account, changes);
  });
  if (!outcome) throw invalidCredentials();
  if ("halfway" in outcome) throw await secondStepNeeded(outcome.halfway, request);
  return outcome;
}

/** @throws Problem 403 when registration is off; the first account can always be registered */
function requireRegistration(): void {
  if (!accounts.hasUsers()) return;
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
  requireRegistration();
  const password_hash = await hashPassword(password);
  // Of two simultaneous first registrations only one transaction sees no users, so only one makes an administrator.
  return transactionInTurn(() => {
    requireRegistration();
    if (accounts.findUserByEmail(email)) throw refused("Email already registered");
    const id = newId();
    const role = accounts.hasUsers() ? "member" : accounts.ADMIN;
    return accounts.createUser({ id, email, display_name, password_hash, role }, identify(visitor, id));
  });
}

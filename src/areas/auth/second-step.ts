/** The second step of a login: what is asked for after the password of an account that has a second factor. */
import { z } from "zod";
import { transactionInTurn } from "../../../db";
import { type Account, deleteInvitation, findUser } from "../../core/access/accounts";
import { visitor } from "../../core/access/guard";
import { knownDevice, knownLogins } from "../../core/access/known-devices";
import { isFirstUse } from "../../core/access/revocation";
import { kindOfCode, redeemCode, waysOf } from "../../core/access/second-factors";
import { type Manner, recordSignIn } from "../../core/access/sessions";
import { Problem } from "../../http/errors";
import { seal, tooOld, unseal } from "./challenges";
import type { SecondStep } from "./factor-model";
import { countFailure, forgetFailures, requireUnlocked } from "./lockout";
import { recordLogin } from "./login-record";

/** The content of a challenge: the account, and its token version, which another password raises. */
const Login = z.object({ user: z.string(), version: z.number() });

/** Refuses a login whose password was right, with a challenge for the second step. */
export const secondStepNeeded = ({ id: user, token_version: version }: Account): Problem =>
  new Problem(
    401,
    "This account has a second factor, which is needed to log in",
    {},
    { code: "second_factor", challenge: seal("login", { user, version }), methods: waysOf(user) },
  );

/** Somebody who has logged in, and how. */
export type LoggedIn = { account: Account; manner: Manner };

/**
 * Completes a login. Publishes `user.logged_in`, or `user.login_failed` and `user.locked`.
 * @throws Problem 401 for a wrong code, 400 for a challenge that is too old, 423 after too many mistakes
 */
export async function completeLogin({ challenge, code }: SecondStep, request: Request): Promise<LoggedIn> {
  const { id, until, user, version } = unseal("login", challenge, Login);
  const [author, known] = [visitor(request), knownLogins(request)];
  const manner: Manner = { factor: kindOfCode(code) };
  const outcome = await transactionInTurn(() => {
    const account = findUser(user);
    if (!account?.is_active || account.token_version !== version || account.auth_provider !== "local") throw tooOld();
    const attempt = { account, device: knownDevice(known, account) };
    requireUnlocked(account.email, attempt);
    if (!redeemCode(user, code)) {
      recordSignIn(request, account, false, manner);
      return countFailure(author, attempt, true);
    }
    if (!isFirstUse(id, until)) throw tooOld();
    if (account.last_login === null) deleteInvitation(account.email);
    forgetFailures(attempt);
    return recordLogin(author, account);
  });
  if (!outcome) throw new Problem(401, "The code is wrong, or was used before", {}, { code: "wrong_code" });
  return { account: outcome, manner };
}

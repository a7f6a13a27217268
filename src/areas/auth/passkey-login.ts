/** Logging in with a passkey alone, which has checked by itself who its user is. */
import { z } from "zod";
import { transactionInTurn } from "../../../db";
import { deleteInvitation, findUser } from "../../core/access/accounts";
import { visitor } from "../../core/access/guard";
import { knownDevice, knownLogins } from "../../core/access/known-devices";
import { newChallenge, redeemPasskey, requestOptions, requirePlace, verifyShown } from "../../core/access/passkeys";
import { isFirstUse } from "../../core/access/revocation";
import { type Manner, recordSignIn } from "../../core/access/sessions";
import { Problem } from "../../http/errors";
import { seal, tooOld, unseal } from "./challenges";
import { countFailure, forgetFailures, requireUnlocked } from "./lockout";
import { recordLogin } from "./login-record";
import type { PasskeyLogin, PasskeyRequest } from "./passkey-model";
import type { LoggedIn } from "./second-step";

const Login = z.object({ passkey: z.string() });

const unknown = () => new Problem(401, "This passkey doesn't log in here", {}, { code: "wrong_passkey" });

/** Begins a login with a passkey. @throws Problem 400 where none works */
export async function beginPasskeyLogin(request: Request): Promise<PasskeyRequest> {
  const passkey = newChallenge();
  const options = await requestOptions(requirePlace(request), passkey, undefined);
  return { challenge: seal("passkey login", { passkey }), options };
}

/**
 * Logs in with a passkey. Publishes `user.logged_in`, or `user.login_failed` and `user.locked`.
 * @throws Problem 401 for a passkey that is unknown or wrong, 400 for a challenge that is too old, 423 after too many mistakes
 */
export async function logInWithPasskey({ challenge, response }: PasskeyLogin, request: Request): Promise<LoggedIn> {
  const { id, until, passkey } = unseal("passkey login", challenge, Login);
  const [author, known] = [visitor(request), knownLogins(request)];
  const assertion = await verifyShown(requirePlace(request), passkey, response, true);
  if (!assertion) throw unknown();
  const manner: Manner = { way: "passkey" };
  const account = await transactionInTurn(() => {
    const found = findUser(assertion.factor.user_id);
    if (!found?.is_active || found.auth_provider !== "local") throw unknown();
    const attempt = { account: found, device: knownDevice(known, found) };
    requireUnlocked(found.email, attempt);
    if (!redeemPasskey(found.id, assertion)) {
      recordSignIn(request, found, false, manner);
      return countFailure(author, attempt, true);
    }
    if (!isFirstUse(id, until)) throw tooOld();
    if (found.last_login === null) deleteInvitation(found.email);
    forgetFailures(attempt);
    return recordLogin(author, found);
  });
  if (!account) throw unknown();
  return { account, manner };
}

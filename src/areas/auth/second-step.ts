/** The second step of a login: the proof after the password of an account that has a second factor. */
import { z } from "zod";
import { transactionInTurn } from "../../../db";
import { type Account, deleteInvitation, findUser } from "../../core/access/accounts";
import { visitor } from "../../core/access/guard";
import { knownDevice, knownLogins } from "../../core/access/known-devices";
import {
  type Assertion,
  findPlace,
  hasPasskeyFor,
  newChallenge,
  redeemPasskey,
  requestOptions,
  requirePlace,
  type ShownPasskey,
  verifyShown,
} from "../../core/access/passkeys";
import { isFirstUse } from "../../core/access/revocation";
import { kindOfCode, redeemCode, waysOf } from "../../core/access/second-factors";
import { type Manner, recordSignIn } from "../../core/access/sessions";
import { invalid, Problem } from "../../http/errors";
import { seal, tooOld, unseal } from "./challenges";
import type { SecondStep } from "./factor-model";
import { countFailure, forgetFailures, requireUnlocked } from "./lockout";
import { recordLogin } from "./login-record";

/** The content of a challenge: the account, its token version, which another password raises, and what a passkey signs. */
const Login = z.object({ user: z.string(), version: z.number(), passkey: z.string() });

/** Returns the refusal of a login whose password was right, with a challenge for the second step. */
export async function secondStepNeeded(account: Account, request: Request): Promise<Problem> {
  const { id: user, token_version: version } = account;
  const passkey = newChallenge();
  const place = findPlace(request);
  const options = place && hasPasskeyFor(user, place) ? await requestOptions(place, passkey, user) : undefined;
  return new Problem(
    401,
    "This account has a second factor, which is needed to log in",
    {},
    {
      code: "second_factor",
      challenge: seal("login", { user, version, passkey }),
      methods: waysOf(user).filter((way) => way !== "passkey" || options),
      ...(options && { passkey_options: options }),
    },
  );
}

/** Somebody who has logged in, and how. */
export type LoggedIn = { account: Account; manner: Manner };

/** The proof of a second step: a code, or a passkey that was checked. */
type Proof = { code: string } | { assertion: Assertion | undefined };

/** Returns the proof that was sent. @throws Problem 422 unless there is one, 400 for a passkey where none works */
async function proofOf({ code, passkey }: SecondStep, challenge: string, request: Request): Promise<Proof> {
  if (code !== undefined) return { code };
  if (!passkey) throw invalid(["body", "code"], "must be a code, unless there is a passkey");
  return { assertion: await verifyShown(requirePlace(request), challenge, passkey as ShownPasskey, false) };
}

/** Uses up a proof; part of the running transaction. @returns whether it was right */
function redeem(userId: string, proof: Proof): boolean {
  if ("code" in proof) return redeemCode(userId, proof.code);
  return proof.assertion !== undefined && redeemPasskey(userId, proof.assertion);
}

/**
 * Completes a login. Publishes `user.logged_in`, or `user.login_failed` and `user.locked`.
 * @throws Problem 401 for a wrong proof, 400 for a challenge that is too old, 423 after too many mistakes
 */
export async function completeLogin(step: SecondStep, request: Request): Promise<LoggedIn> {
  const { id, until, user, version, passkey } = unseal("login", step.challenge, Login);
  const [author, known] = [visitor(request), knownLogins(request)];
  const proof = await proofOf(step, passkey, request);
  const manner: Manner = { factor: "code" in proof ? kindOfCode(proof.code) : "passkey" };
  const outcome = await transactionInTurn(() => {
    const account = findUser(user);
    if (!account?.is_active || account.token_version !== version || account.auth_provider !== "local") throw tooOld();
    const attempt = { account, device: knownDevice(known, account) };
    requireUnlocked(account.email, attempt);
    if (!redeem(user, proof)) {
      recordSignIn(request, account, false, manner);
      return countFailure(author, attempt, true);
    }
    if (!isFirstUse(id, until)) throw tooOld();
    if (account.last_login === null) deleteInvitation(account.email);
    forgetFailures(attempt);
    return recordLogin(author, account);
  });
  if (outcome) return { account: outcome, manner };
  throw "code" in proof
    ? new Problem(401, "The code is wrong, or was used before", {}, { code: "wrong_code" })
    : new Problem(401, "This passkey doesn't log in here", {}, { code: "wrong_passkey" });
}

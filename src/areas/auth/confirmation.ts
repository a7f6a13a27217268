/** The proof that is asked for before a change to one's factors, as whoever finds an open session must not make it. */
import { z } from "zod";
import { transactionInTurn } from "../../../db";
import type { Account } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { knownDevice, knownLogins } from "../../core/access/known-devices";
import {
  type Assertion,
  newChallenge,
  redeemPasskey,
  requestOptions,
  requirePlace,
  type ShownPasskey,
  verifyShown,
} from "../../core/access/passkeys";
import { passwordMatches } from "../../core/access/passwords";
import { isFirstUse } from "../../core/access/revocation";
import { hasFactors, redeemCode } from "../../core/access/second-factors";
import { Problem, refused } from "../../http/errors";
import { requireOwnAccount } from "../users";
import { seal, tooOld, unseal } from "./challenges";
import type { Confirmation } from "./factor-model";
import { countFailure, requireUnlocked } from "./lockout";
import type { PasskeyLogin, PasskeyRequest } from "./passkey-model";

/** A call of somebody who is logged in. */
export type OwnCall = { actor: Actor; request: Request };

/** Requires an account that logs in here. @throws Problem 400 */
export function requireLocal(account: Account): Account {
  if (account.auth_provider === "sso")
    throw refused("This account logs in by SSO, whose provider asks for its factors");
  return account;
}

const Challenge = z.object({ user: z.string(), passkey: z.string() });

/** Begins to confirm a change with a passkey. @throws Problem 400 where none works */
export async function beginConfirmation({ actor, request }: OwnCall): Promise<PasskeyRequest> {
  const { id: user } = requireLocal(requireOwnAccount(actor));
  const passkey = newChallenge();
  const options = await requestOptions(requirePlace(request), passkey, user);
  return { challenge: seal("confirmation", { user, passkey }), options };
}

/** A passkey that was shown to confirm a change, with the id and the end of its challenge. */
type ShownOnce = { assertion: Assertion | undefined; id: string; until: number };

async function verifyConfirmation(
  { actor, request }: OwnCall,
  { challenge, response }: PasskeyLogin,
): Promise<ShownOnce> {
  const { id, until, user, passkey } = unseal("confirmation", challenge, Challenge);
  if (user !== actor.userId) throw tooOld();
  return { assertion: await verifyShown(requirePlace(request), passkey, response as ShownPasskey, false), id, until };
}

/** Uses up a passkey that was shown; part of the running transaction. @throws Problem 400 when it was shown before */
function redeemShown(userId: string, { assertion, id, until }: ShownOnce): boolean {
  if (!assertion || !redeemPasskey(userId, assertion)) return false;
  if (!isFirstUse(id, until)) throw tooOld();
  return true;
}

/**
 * Makes a change to one's factors in a transaction, once it is confirmed: by one of the factors, or, as long as there is none, by
 * the password. Mistakes count as failed logins. Publishes `user.login_failed` and `user.locked` then.
 * @throws Problem 400 for a mistake, 423 after too many of them
 */
export async function confirmed<T>(
  call: OwnCall,
  { password, code, passkey }: Confirmation,
  change: (account: Account) => T,
): Promise<T> {
  const { actor, request } = call;
  const { password_hash: hash } = requireLocal(requireOwnAccount(actor));
  const matches = password !== undefined && (await passwordMatches(password, hash));
  const shown = passkey && (await verifyConfirmation(call, passkey));
  const known = knownLogins(request);
  const outcome = await transactionInTurn(() => {
    const account = requireLocal(requireOwnAccount(actor));
    const attempt = { account, device: knownDevice(known, account) };
    requireUnlocked(account.email, attempt);
    const isRight = hasFactors(account.id)
      ? (code !== undefined && redeemCode(account.id, code)) || (shown !== undefined && redeemShown(account.id, shown))
      : matches && account.password_hash === hash;
    if (isRight) return { result: change(account) };
    if (password !== undefined || code !== undefined || shown !== undefined) countFailure(actor, attempt, true);
    return { isProtected: hasFactors(account.id) };
  });
  if ("result" in outcome) return outcome.result as T;
  throw new Problem(
    400,
    outcome.isProtected
      ? "confirmation: must have one of your passkeys, or a code of your app or a recovery code that was not used before"
      : "confirmation.password: must be your password",
    {},
    { code: "not_confirmed" },
  );
}

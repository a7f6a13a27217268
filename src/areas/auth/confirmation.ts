/** The proof that is asked for before a change to one's factors, as whoever finds an open session must not make it. */
import { transactionInTurn } from "../../../db";
import type { Account } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { knownDevice, knownLogins } from "../../core/access/known-devices";
import { passwordMatches } from "../../core/access/passwords";
import { hasFactors, redeemCode } from "../../core/access/second-factors";
import { Problem, refused } from "../../http/errors";
import { requireOwnAccount } from "../users";
import type { Confirmation } from "./factor-model";
import { countFailure, requireUnlocked } from "./lockout";

/** A call of somebody who is logged in. */
export type OwnCall = { actor: Actor; request: Request };

/** Requires an account that logs in here. @throws Problem 400 */
export function requireLocal(account: Account): Account {
  if (account.auth_provider === "sso")
    throw refused("This account logs in by SSO, whose provider asks for its factors");
  return account;
}

/**
 * Makes a change to one's factors in a transaction, once it is confirmed: by one of the factors, or, as long as there is none, by
 * the password. Mistakes count as failed logins. Publishes `user.login_failed` and `user.locked` then.
 * @throws Problem 400 for a mistake, 423 after too many of them
 */
export async function confirmed<T>(
  { actor, request }: OwnCall,
  { password, code }: Confirmation,
  change: (account: Account) => T,
): Promise<T> {
  const { password_hash: hash } = requireLocal(requireOwnAccount(actor));
  const matches = password !== undefined && (await passwordMatches(password, hash));
  const known = knownLogins(request);
  const outcome = await transactionInTurn(() => {
    const account = requireLocal(requireOwnAccount(actor));
    const attempt = { account, device: knownDevice(known, account) };
    requireUnlocked(account.email, attempt);
    const isRight = hasFactors(account.id)
      ? code !== undefined && redeemCode(account.id, code)
      : matches && account.password_hash === hash;
    if (isRight) return { result: change(account) };
    if (password !== undefined || code !== undefined) countFailure(actor, attempt, true);
    return { isProtected: hasFactors(account.id) };
  });
  if ("result" in outcome) return outcome.result as T;
  throw new Problem(
    400,
    outcome.isProtected
      ? "confirmation.code: must be a code of your authenticator app, or a recovery code, that was not used before"
      : "confirmation.password: must be your password",
    {},
    { code: "not_confirmed" },
  );
}

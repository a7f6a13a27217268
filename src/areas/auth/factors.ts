/** One's second factors: they are listed, added, renamed and removed. */
import { z } from "zod";
import { afterCommit } from "../../../db";
import { type Account, accountMail } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { countRecoveryCodes } from "../../core/access/recovery-codes";
import { rolesByKey } from "../../core/access/roles";
import * as core from "../../core/access/second-factors";
import { newTotpSecret, stepOfCode, totpAddress } from "../../core/access/totp";
import { appTitle } from "../../core/settings/general";
import { found, invalid, refused } from "../../http/errors";
import { now } from "../../platform/clock";
import { encryptSecret } from "../../platform/crypto";
import { log } from "../../platform/log";
import { requireOwnAccount } from "../users";
import { seal, unseal } from "./challenges";
import { confirmed, type OwnCall, requireLocal } from "./confirmation";
import type {
  AddedFactor,
  Confirmation,
  Factor,
  Factors,
  NewAuthenticator,
  RecoveryCodes,
  TotpSetup,
} from "./factor-model";

const serialize = ({ id, kind, name, host, created_at, last_used_at }: core.SecondFactor): Factor => ({
  id,
  kind,
  name,
  host,
  created_at,
  last_used_at,
});

const isDemanded = ({ role }: Account): boolean => rolesByKey().get(role)?.requires_second_factor ?? false;

/** Lists the caller's factors. */
export function listOwnFactors(actor: Actor): Factors {
  const account = requireOwnAccount(actor);
  return {
    factors: core.listFactors(account.id).map(serialize),
    recovery_codes_left: countRecoveryCodes(account.id),
    is_demanded: isDemanded(account),
    is_available: account.auth_provider === "local",
  };
}

/** Mails somebody what has changed, if there is a mail server; after the commit, and whatever becomes of it. */
function notifyOwner(account: Account, sentence: string): void {
  afterCommit(() =>
    setImmediate(async () => {
      try {
        await accountMail()?.factorsChanged(account, sentence);
      } catch (error) {
        log.warn({ exception: error }, "a mail about a second factor could not be sent");
      }
    }),
  );
}

/** The content of a set-up that was begun. */
const Setup = z.object({ user: z.string(), secret: z.string() });

/** Begins to set up an authenticator app: nothing is stored until a code of it is sent. @throws Problem 400 for SSO */
export function beginTotp(actor: Actor): TotpSetup {
  const { id: user, email } = requireLocal(requireOwnAccount(actor));
  const secret = newTotpSecret();
  return { secret, address: totpAddress(secret, appTitle(), email), setup: seal("totp setup", { user, secret }) };
}

/** Stores a factor that was set up. Publishes `user.factor_added`, and mails the person. */
export function storeFactor(
  actor: Actor,
  account: Account,
  factor: Parameters<typeof core.createFactor>[2],
): AddedFactor {
  const { factor: row, codes } = core.createFactor(actor, account, factor);
  notifyOwner(account, `The second factor "${row.name}" was added to your account.`);
  return { factor: serialize(row), recovery_codes: codes };
}

/**
 * Adds an authenticator app that shows the right code.
 * @throws Problem 422 for a wrong code, 400 for a set-up that is too old, as `confirmed`
 */
export async function createTotp(
  call: OwnCall,
  { setup, code, name, confirmation }: NewAuthenticator,
): Promise<AddedFactor> {
  const { user, secret } = unseal("totp setup", setup, Setup);
  const last_step = stepOfCode(secret, code.replace(/\s/g, ""), null);
  if (user !== call.actor.userId || last_step === undefined)
    throw invalid(["body", "code"], "must be the code that the app shows now");
  return confirmed(call, confirmation, (account) =>
    storeFactor(call.actor, account, {
      kind: "totp",
      name,
      secret: encryptSecret(secret),
      last_step,
      last_used_at: now(),
    }),
  );
}

/** Finds a factor of the caller. @throws Problem 404, also for one of somebody else */
const requireFactor = (actor: Actor, id: string): core.SecondFactor =>
  found(
    core.listFactors(actor.userId).find((factor) => factor.id === id),
    "Factor",
  );

/** Renames a factor. @throws Problem 404 */
export function renameFactor(actor: Actor, id: string, name: string): Factor {
  const factor = requireFactor(actor, id);
  core.updateFactor(id, { name });
  return serialize({ ...factor, name });
}

/**
 * Removes a factor. Publishes `user.factor_removed`, and mails the person.
 * @throws Problem 404, 400 for the last one of somebody whose role demands one, as `confirmed`
 */
export async function deleteFactor(call: OwnCall, id: string, confirmation: Confirmation): Promise<void> {
  requireFactor(call.actor, id);
  await confirmed(call, confirmation, (account) => {
    const factor = requireFactor(call.actor, id);
    if (isDemanded(account) && core.listFactors(account.id).length === 1)
      throw refused("Your role demands a second factor: add another one before you remove the last");
    core.deleteFactor(call.actor, account, factor);
    notifyOwner(account, `The second factor "${factor.name}" was removed from your account.`);
  });
}

/** Replaces the caller's recovery codes. @throws Problem 400 without a factor, as `confirmed` */
export function renewCodes(call: OwnCall, confirmation: Confirmation): Promise<RecoveryCodes> {
  if (!core.hasFactors(call.actor.userId)) throw refused("Recovery codes come with the first factor");
  return confirmed(call, confirmation, (account) => {
    notifyOwner(account, "The recovery codes of your account were replaced.");
    return { recovery_codes: core.renewRecoveryCodes(call.actor, account) };
  });
}

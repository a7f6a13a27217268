/** One's passkeys, which browsers make. */
import { z } from "zod";
import type { Account } from "../../core/access/accounts";
import { creationOptions, newChallenge, requirePlace, verifyCreated } from "../../core/access/passkeys";
import { requireOwnAccount } from "../users";
import { seal, tooOld, unseal } from "./challenges";
import { confirmed, type OwnCall, requireLocal } from "./confirmation";
import type { AddedFactor } from "./factor-model";
import { storeFactor } from "./factors";
import type { NewPasskey, PasskeySetup } from "./passkey-model";

const Challenge = z.object({ user: z.string(), passkey: z.string() });

/** Begins to make a passkey: nothing is stored until the browser has made it. @throws Problem 400 where none works */
export async function beginPasskey({ actor, request }: OwnCall): Promise<PasskeySetup> {
  const account: Account = requireLocal(requireOwnAccount(actor));
  const passkey = newChallenge();
  const options = await creationOptions(requirePlace(request), account, passkey);
  return { setup: seal("passkey setup", { user: account.id, passkey }), options };
}

/**
 * Adds a passkey that the browser has made.
 * @throws Problem 422 when it isn't what was asked for, 400 for a set-up that is too old, as `confirmed`
 */
export async function createPasskey(call: OwnCall, body: NewPasskey): Promise<AddedFactor> {
  const { user, passkey } = unseal("passkey setup", body.setup, Challenge);
  if (user !== call.actor.userId) throw tooOld();
  const columns = await verifyCreated(requirePlace(call.request), passkey, body.response as never);
  return confirmed(call, body.confirmation, (account) =>
    storeFactor(call.actor, account, { kind: "passkey", name: body.name, ...columns }),
  );
}

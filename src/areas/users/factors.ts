/** The second factors of others, as administrators reset them. */
import { transaction } from "../../../db";
import type { Actor } from "../../core/access/actor";
import { resetFactors } from "../../core/access/second-factors";
import { refused } from "../../http/errors";
import type { ResetFactors } from "./access-model";
import { requireUser } from "./read";
import { requirePowerOver } from "./rules";

/**
 * Removes all second factors of somebody who has lost them. Publishes `user.factors_reset` if there were any.
 * @throws Problem 404; 400 for oneself; 403 when the user may do more than the actor
 */
export function resetFactorsOf(actor: Actor, userId: string): ResetFactors {
  return transaction(() => {
    if (userId === actor.userId) throw refused("Your own factors are removed one by one, with a proof that it is you");
    const account = requireUser(userId);
    requirePowerOver(actor, account);
    return { reset: resetFactors(actor, account) };
  });
}

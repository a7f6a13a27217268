/** Service accounts: accounts of programs, which can't log in and have tokens that administrators create. */
import { transaction } from "../../../db";
import * as accounts from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { newId } from "../../platform/ids";
import type { NewServiceAccount } from "./access-model";
import type { User } from "./model";
import { serialize } from "./read";
import { requireGrantable, requireRole } from "./rules";

/** The domain of their addresses, to which no mail can be sent (RFC 2606). */
const DOMAIN = "service.invalid";

/**
 * Creates a service account. Publishes `user.created`.
 * @throws Problem 400 for an unknown role; 403 for one that may do more than the actor
 */
export function createServiceAccount(actor: Actor, { display_name, role }: NewServiceAccount): User {
  return transaction(() => {
    requireRole(role);
    requireGrantable(actor, role);
    const id = newId();
    const email = `${id}@${DOMAIN}`;
    return serialize(accounts.createUser({ id, email, display_name, role, is_service_account: true }, actor));
  });
}

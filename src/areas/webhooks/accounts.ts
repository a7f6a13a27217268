/** The accounts with whose eyes webhooks read the journal. */
import { findUser } from "../../core/access/accounts";
import { type Actor, hasAll, may, permissionsOf, requireWithin } from "../../core/access/actor";
import { invalid } from "../../http/errors";
import type { WebhookRow } from "./rows";

/** Checks whether a webhook reads with the eyes of a service account. */
const readsForService = (accountId: string | null): boolean =>
  accountId !== null && findUser(accountId)?.is_service_account === true;

/**
 * Returns the account with whose eyes a webhook is to read that an actor creates or changes.
 * @param wanted a service account; null for the actor; undefined for what it has
 * @throws Problem 422 for what is no service account; 403 for one that may do more than the actor
 */
export function accountFor(actor: Actor, wanted: string | null | undefined, present: string | null): string {
  const id = wanted === undefined && readsForService(present) ? present : wanted;
  if (id === null || id === undefined) return actor.userId;
  const account = findUser(id);
  if (!account?.is_service_account || !account.is_active)
    throw invalid(["body", "service_account_id"], "must be an active service account", "value_error", id);
  requireWithin(actor, permissionsOf(account.role), "This service account may do more than you");
  return id;
}

/** Checks whether an actor may see what was sent to a webhook: all that its account may see by its role, and all costs. */
export function maySeeTexts(actor: Actor, { account_id: id }: Pick<WebhookRow, "account_id">): boolean {
  if (id === actor.userId) return true;
  const account = id === null ? undefined : findUser(id);
  return may(actor, "costs.view") && hasAll(actor, account ? permissionsOf(account.role) : { "*": true });
}

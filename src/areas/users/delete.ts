/** Deleting users, one or many. */
import { columnInList, db, tables, transaction } from "../../../db";
import { type Account, ADMIN, countAdmins, deleteAccounts as deleteAccountRows } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { refused } from "../../http/errors";
import { deleteStakeholdersOf } from "../stakeholders";
import type { BulkDeleted } from "./model";
import { requireUser } from "./read";
import { endStreams, requirePowerOver, uniqueIds } from "./rules";

const { users } = tables;

/** Deletes accounts with their stakeholders and invitations; part of the running transaction. Publishes `user.deleted`. */
function deleteAccounts(actor: Actor, accounts: readonly Account[]): void {
  const ids = accounts.map((account) => account.id);
  deleteStakeholdersOf(actor, ids);
  for (const { id, display_name: name, email, role } of accounts)
    publish(actor, { type: "user.deleted", data: { id, name, email, role } });
  deleteAccountRows(accounts);
  endStreams(ids);
}

/**
 * Deletes a user for good, active or not. Publishes `user.deleted`.
 * @throws Problem 400 for oneself and for an admin when there is only one active, 403 for one who may do more, 404
 */
export function deleteUser(actor: Actor, id: string): void {
  transaction(() => {
    if (id === actor.userId) throw refused("You can't delete your own account");
    const account = requireUser(id);
    requirePowerOver(actor, account);
    if (account.role === ADMIN && countAdmins({ activeOnly: true }) <= 1)
      throw refused("This would endanger the last admin");
    deleteAccounts(actor, [account]);
  });
}

/** Returns the reason why a bulk deletion skips an account; undefined when it doesn't. */
function skipReason(actor: Actor, { id, is_active }: Account): string | undefined {
  if (id === actor.userId) return "This is your own account";
  return is_active ? "The user is active; deactivate them first" : undefined;
}

/**
 * Deletes those of some users who are deactivated. Publishes `user.deleted` for each.
 * @throws Problem 400 when an id is none or no admin would be left, 403 when one of them may do more
 */
export function deleteUsers(actor: Actor, requested: readonly string[]): BulkDeleted {
  const ids = uniqueIds(requested);
  return transaction(() => {
    const found = db.select().from(users).where(columnInList(users.id, ids)).orderBy(users.id).all();
    const skipped = found.flatMap((account) => {
      const reason = skipReason(actor, account);
      return reason ? [{ id: account.id, reason }] : [];
    });
    const deleted = found.filter((account) => !skipReason(actor, account));
    for (const account of deleted) requirePowerOver(actor, account);
    deleteAccounts(actor, deleted);
    if (deleted.some(({ role }) => role === ADMIN) && countAdmins() === 0)
      throw refused("This would delete the last admin");
    return { deleted: deleted.length, skipped };
  });
}

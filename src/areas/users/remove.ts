/** Deleting users, one or many. */

import { and, count, eq, inArray } from "drizzle-orm";
import { afterCommit, columnInList, db, tables, transaction } from "../../../db";
import { type Account, ADMIN, findUser } from "../../core/access/accounts";
import type { Actor } from "../../core/access/actor";
import { publish } from "../../core/journal/journal";
import { endStreamsOf } from "../../core/journal/stream";
import { notFound, refused } from "../../http/errors";
import { refreshQuality } from "../cards";
import { removePartsOf } from "../stakeholders";
import { bulkIds } from "./change";
import type { BulkDeleted } from "./model";
import { requirePowerOver } from "./rules";

const { invitations, users } = tables;

/** Deletes accounts with all that is theirs, as part of the running transaction; publishes `user.deleted` for each. */
function deleteAccounts(actor: Actor, accounts: readonly Account[]): void {
  const ids = accounts.map((account) => account.id);
  const cards = removePartsOf(actor, ids);
  for (const account of accounts) {
    const { id, display_name: name, email, role } = account;
    publish(actor, { type: "user.deleted", data: { id, name, email, role } });
  }
  const emails = db.select({ email: users.email }).from(users).where(columnInList(users.id, ids));
  db.delete(invitations).where(inArray(invitations.email, emails)).run();
  db.delete(users).where(columnInList(users.id, ids)).run();
  refreshQuality(cards);
  afterCommit(() => {
    for (const id of ids) endStreamsOf(id);
  });
}

const activeAdmins = () =>
  db
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.role, ADMIN), eq(users.is_active, true)))
    .get()?.count ?? 0;

const hasAdmin = () =>
  db.select({ id: users.id }).from(users).where(eq(users.role, ADMIN)).limit(1).get() !== undefined;

/**
 * Deletes a user for good, active or not. Publishes `user.deleted`.
 * @throws Problem 400 for oneself and for an admin when there is only one active, 403 for one who may do more, 404
 */
export function deleteUser(actor: Actor, id: string): void {
  transaction(() => {
    if (id === actor.userId) throw refused("You can't delete your own account");
    const account = findUser(id);
    if (!account) throw notFound("User");
    requirePowerOver(actor, account);
    if (account.role === ADMIN && activeAdmins() <= 1) throw refused("This would endanger the last admin");
    deleteAccounts(actor, [account]);
  });
}

/**
 * Deletes many users for good: those that are deactivated. Publishes `user.deleted` for each.
 * @throws Problem 400 when an id is none or no admin would be left, 403 when one of them may do more
 */
export function deleteUsers(actor: Actor, named: readonly string[]): BulkDeleted {
  const ids = bulkIds(named);
  return transaction(() => {
    const found = db.select().from(users).where(columnInList(users.id, ids)).orderBy(users.id).all();
    const skipped: BulkDeleted["skipped"] = [];
    const doomed = found.filter(({ id, is_active }) => {
      if (id === actor.userId) skipped.push({ id, reason: "This is your own account" });
      else if (is_active) skipped.push({ id, reason: "The user is active; deactivate them first" });
      else return true;
      return false;
    });
    for (const account of doomed) requirePowerOver(actor, account);
    deleteAccounts(actor, doomed);
    if (doomed.some(({ role }) => role === ADMIN) && !hasAdmin()) throw refused("This would delete the last admin");
    return { deleted: doomed.length, skipped };
  });
}

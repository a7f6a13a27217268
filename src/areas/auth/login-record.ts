/** The record of a login that has succeeded. */
import { type Account, type AccountChanges, updateUser } from "../../core/access/accounts";
import { type Author, identify, publish } from "../../core/journal/journal";
import { now } from "../../platform/clock";

/**
 * Sets the time of an account's last login, as part of the running transaction. Publishes `user.logged_in`.
 * @param changes further columns to set
 */
export function recordLogin(
  visitor: Author,
  { id, display_name: name }: Account,
  changes: AccountChanges = {},
): Account {
  publish(identify(visitor, id), { type: "user.logged_in", data: { id, name } });
  return updateUser(id, { ...changes, last_login: now() });
}

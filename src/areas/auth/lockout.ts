/**
 * The lock against guessing passwords: after five failed logins an account is locked for a quarter of an hour, and after
 * each further one again, until a login succeeds. Failures at unknown addresses are counted alike, in memory, so that a
 * lock doesn't show whether there is an account.
 */
import { statement, transaction } from "../../../db";
import { type Account, emailKey, updateUser } from "../../core/access/accounts";
import { type Author, publish } from "../../core/journal/journal";
import { Problem } from "../../http/errors";
import { fromNow, MINUTE, now } from "../../platform/clock";

const MOST_FAILURES = 5;
const LOCK = 15 * MINUTE;
/** Unknown addresses whose failures are kept; the one that was tried longest ago is dropped first. */
const MOST_UNKNOWN = 10_000;

type Failures = { failed_logins: number; locked_until: string | null };

const unknownAddresses = new Map<string, Failures>();

/**
 * Refuses a login while it is locked.
 * @param account the account with the address, if there is one
 * @throws Problem 423
 */
export function requireUnlocked(email: string, account: Account | undefined): void {
  const { locked_until } = account ?? unknownAddresses.get(emailKey(email)) ?? { locked_until: null };
  if (locked_until !== null && locked_until > now())
    throw new Problem(423, "Too many failed logins; try again in a quarter of an hour, or ask an administrator");
}

function increment({ failed_logins, locked_until }: Failures): Failures {
  const failures = failed_logins + 1;
  return { failed_logins: failures, locked_until: failures >= MOST_FAILURES ? fromNow(LOCK) : locked_until };
}

/** Counts a failed login; part of the running transaction. Publishes `user.login_failed`, and `user.locked` if it locks. */
export function countFailure(author: Author, account: Account): void {
  const failures = increment(account);
  updateUser(account.id, failures);
  const data = { id: account.id, name: account.display_name };
  publish(author, { type: "user.login_failed", data });
  if (failures.failed_logins >= MOST_FAILURES)
    publish(author, { type: "user.locked", data: { ...data, until: failures.locked_until } });
}

/** Counts a failed login at an address without an account. */
export function countUnknownAddress(email: string): void {
  const key = emailKey(email);
  const failures = increment(unknownAddresses.get(key) ?? { failed_logins: 0, locked_until: null });
  unknownAddresses.delete(key);
  if (unknownAddresses.size >= MOST_UNKNOWN) unknownAddresses.delete(unknownAddresses.keys().next().value as string);
  unknownAddresses.set(key, failures);
  // Writes to the disk as for an account, so that the response time doesn't show whether there is one.
  transaction(() => {
    const version = statement<{ user_version: number }>("PRAGMA user_version").get()?.user_version;
    statement(`PRAGMA user_version = ${version}`).run();
  });
}

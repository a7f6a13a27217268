/**
 * The lock that stops guessing at one account: five failures lock it for a quarter of an hour, and every further failure
 * after that does again, until somebody logs in. Addresses that nobody has are counted alike, in memory, so that a lock
 * doesn't tell who has an account.
 */
import { statement, transaction } from "../../../db";
import { type Account, emailKey, updateUser } from "../../core/access/accounts";
import { type Author, publish } from "../../core/journal/journal";
import { Problem } from "../../http/errors";
import { fromNow, MINUTE, now } from "../../platform/clock";

const MOST_FAILURES = 5;
const LOCK = 15 * MINUTE;
/** Addresses without an account whose failures are kept; the one that was tried longest ago is forgotten first. */
const MOST_STRANGERS = 10_000;

type Failures = { failed_logins: number; locked_until: string | null };

const strangers = new Map<string, Failures>();

/**
 * Refuses a login that is locked.
 * @param account the account with the address, if there is one
 * @throws Problem 423
 */
export function refuseLocked(email: string, account: Account | undefined): void {
  const { locked_until } = account ?? strangers.get(emailKey(email)) ?? { locked_until: null };
  if (locked_until !== null && locked_until > now())
    throw new Problem(423, "Too many failed logins; try again in a quarter of an hour, or ask an administrator");
}

function oneMore({ failed_logins, locked_until }: Failures): Failures {
  const failures = failed_logins + 1;
  return { failed_logins: failures, locked_until: failures >= MOST_FAILURES ? fromNow(LOCK) : locked_until };
}

/** Counts a failed login of an account; part of the running transaction. Publishes it, and the lock if it sets one. */
export function countFailure(author: Author, account: Account): void {
  const failures = oneMore(account);
  updateUser(account.id, failures);
  const data = { id: account.id, name: account.display_name };
  publish(author, { type: "user.login_failed", data });
  if (failures.failed_logins >= MOST_FAILURES)
    publish(author, { type: "user.locked", data: { ...data, until: failures.locked_until } });
}

/** Counts a failed login at an address that nobody has. */
export function countStranger(email: string): void {
  const key = emailKey(email);
  const failures = oneMore(strangers.get(key) ?? { failed_logins: 0, locked_until: null });
  strangers.delete(key);
  if (strangers.size >= MOST_STRANGERS) strangers.delete(strangers.keys().next().value as string);
  strangers.set(key, failures);
  // The answer must wait for the disk as long as it does for an account, or its time would tell the two apart.
  transaction(() => {
    const { user_version } = statement<{ user_version: number }>("PRAGMA user_version").get() as {
      user_version: number;
    };
    statement(`PRAGMA user_version = ${user_version}`).run();
  });
}

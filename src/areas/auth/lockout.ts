/**
 * The lock against guessing passwords: after five failed logins an account is locked for a quarter of an hour, and after
 * each further one again, until a login succeeds. Devices that the account knows are counted and locked each by itself, so
 * that the guesses of others don't keep its owner out. Failures at unknown addresses are counted alike, in memory, so that a
 * lock doesn't show whether there is an account.
 */
import { firstValue, hasRow, statement, transaction } from "../../../db";
import { type Account, ADMIN, emailKey, updateUser } from "../../core/access/accounts";
import {
  type Device,
  deleteDeviceFailures,
  type Failures,
  findDeviceFailures,
  writeDeviceFailures,
} from "../../core/access/device-failures";
import { type Author, publish } from "../../core/journal/journal";
import { Problem } from "../../http/errors";
import { fromNow, MINUTE, now, SECOND } from "../../platform/clock";
import { log } from "../../platform/log";

const MAX_FAILURES = 5;
const LOCK = 15 * MINUTE;
/** The shortest lock of an account that no other administrator could unlock; it bounds guesses to ten a minute. */
const SHORTEST_LOCK = 30 * SECOND;
/**
 * The number of unknown addresses whose failures are remembered; the one that was tried longest ago is forgotten
 * first.
 */
const MAX_UNKNOWN = 10_000;

const none: Failures = { failed_logins: 0, locked_until: null };

const unknownAddresses = new Map<string, Failures>();

/** An account, and the device among those that it knows from which somebody logs in. */
export type Attempt = { account: Account; device: Device | undefined };

const failuresOf = ({ account, device }: Attempt): Failures =>
  device ? (findDeviceFailures(device.id) ?? none) : account;

function writeFailures({ account, device }: Attempt, failures: Failures): void {
  if (device) writeDeviceFailures(device, failures);
  else updateUser(account.id, failures);
}

/**
 * Refuses a login while it is locked.
 * @param attempt undefined when no account has the address
 * @throws Problem 423 with the seconds that it lasts
 */
export function requireUnlocked(email: string, attempt: Attempt | undefined): void {
  const { locked_until } = attempt ? failuresOf(attempt) : (unknownAddresses.get(emailKey(email)) ?? none);
  if (locked_until !== null && locked_until > now())
    throw new Problem(423, "Too many failed logins; try again in a quarter of an hour, or ask an administrator", {
      "Retry-After": String(Math.ceil((Date.parse(locked_until) - Date.now()) / SECOND)),
    });
}

function increment({ failed_logins, locked_until }: Failures): Failures {
  const failures = failed_logins + 1;
  return { failed_logins: failures, locked_until: failures >= MAX_FAILURES ? fromNow(LOCK) : locked_until };
}

/** Checks whether an account is the only active administrator, so that nobody else could unlock it. */
const isOnlyAdmin = ({ id, role, is_active }: Account): boolean =>
  role === ADMIN &&
  is_active &&
  !hasRow("SELECT 1 AS other FROM users WHERE role = ? AND is_active = 1 AND id <> ? LIMIT 1", ADMIN, id);

/**
 * Counts a failure of the only administrator: five further ones are needed for each further lock, which is half as long as
 * the one before, so that strangers can't keep the owner out for ever.
 */
function incrementOnlyAdmin({ failed_logins, locked_until }: Failures): Failures {
  const failures = failed_logins + 1;
  const lock = Math.max(LOCK / 2 ** (failures / MAX_FAILURES - 1), SHORTEST_LOCK);
  return { failed_logins: failures, locked_until: failures % MAX_FAILURES === 0 ? fromNow(lock) : locked_until };
}

/** Returns an argument as a shell takes it literally: an address may hold an apostrophe. */
const shellQuoted = (argument: string) => `'${argument.replaceAll("'", "'\\''")}'`;

/**
 * Counts a failed login; part of the running transaction. Publishes `user.login_failed`, and `user.locked` if it locks.
 * @param afterPassword true when the password was right, or somebody was logged in: a code has few digits, so the lock is never
 *   shortened then
 */
export function countFailure(author: Author, attempt: Attempt, afterPassword = false): void {
  const before = failuresOf(attempt);
  const isAlone = !afterPassword && attempt.device === undefined && isOnlyAdmin(attempt.account);
  const failures = isAlone ? incrementOnlyAdmin(before) : increment(before);
  writeFailures(attempt, failures);
  const { id, display_name: name, email } = attempt.account;
  publish(author, { type: "user.login_failed", data: { id, name } });
  if (failures.locked_until === before.locked_until) return;
  publish(author, { type: "user.locked", data: { id, name, until: failures.locked_until } });
  const shrinks = isAlone ? "; as no other administrator could unlock it, each further lock is half as long" : "";
  log.warn(
    { user: id, until: failures.locked_until },
    `an account is locked after failed logins; to unlock it: stoa user unlock ${shellQuoted(email)}${shrinks}`,
  );
}

/** Forgets the failures before a login; part of the running transaction. */
export function forgetFailures({ account, device }: Attempt): void {
  if (device) deleteDeviceFailures(device.id);
  else updateUser(account.id, none);
}

/** Counts a failed login at an address without an account. */
export function countUnknownAddress(email: string): void {
  const key = emailKey(email);
  const failures = increment(unknownAddresses.get(key) ?? none);
  unknownAddresses.delete(key);
  if (unknownAddresses.size >= MAX_UNKNOWN) unknownAddresses.delete(unknownAddresses.keys().next().value as string);
  unknownAddresses.set(key, failures);
  // Writes to the disk as for an account, so that the response time doesn't show whether there is one.
  transaction(() => {
    const version = firstValue<number>("PRAGMA user_version");
    statement(`PRAGMA user_version = ${version}`).run();
  });
}

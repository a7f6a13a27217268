/** Failed logins from devices that an account knows, counted for each device and apart from everybody else's. */
import { statement, transaction } from "../../../db";
import { now } from "../../platform/clock";

export type Failures = { failed_logins: number; locked_until: string | null };

/** A device that has logged in to an account. `until`: when it is forgotten, as an instant. */
export type Device = { id: string; userId: string; until: string };

/** Finds the failed logins from a device since the last that succeeded; null when there are none. */
export const findDeviceFailures = (deviceId: string): Failures | null =>
  statement<Failures, [string]>("SELECT failed_logins, locked_until FROM device_failures WHERE device_id = ?").get(
    deviceId,
  );

/** Stores the failed logins from a device, as part of the running transaction. */
export function writeDeviceFailures({ id, userId, until }: Device, { failed_logins, locked_until }: Failures): void {
  statement(
    "INSERT OR REPLACE INTO device_failures (device_id, user_id, failed_logins, locked_until, expires_at) VALUES (?, ?, ?, ?, ?)",
  ).run(id, userId, failed_logins, locked_until, until);
}

/** Forgets the failed logins from a device, as part of the running transaction. */
export function deleteDeviceFailures(deviceId: string): void {
  statement("DELETE FROM device_failures WHERE device_id = ?").run(deviceId);
}

/** Forgets the failed logins from all devices of an account, as part of the running transaction. @returns whether there were any */
export const deleteDeviceFailuresOf = (userId: string): boolean =>
  statement("DELETE FROM device_failures WHERE user_id = ?").run(userId).changes > 0;

/** Deletes the failures of devices that are forgotten. */
export function purgeDeviceFailures(): void {
  transaction(() => statement("DELETE FROM device_failures WHERE expires_at <= ?").run(now()));
}

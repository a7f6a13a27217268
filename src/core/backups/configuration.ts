/** Where backups go, how long they stay, and what they are encrypted for. */
import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Config } from "../../config";
import type { Key, Lock } from "../../platform/age";
import { now, SECOND } from "../../platform/clock";
import { installationKey } from "../../platform/secrets";
import type { BackupOrder } from "./backup-file";
import { nameAt } from "./names";
import type { Retention } from "./retention";
import type { PlaceConfiguration } from "./second-place";

/** The configuration of backups. */
export type BackupConfiguration = {
  /** True when a backup is made every night. */
  isOn: boolean;
  folder: string;
  retention: Retention;
  /** Undefined when backups aren't encrypted. */
  lock: Lock | undefined;
  /** The key that opens encrypted backups here; undefined when only their recipient can. */
  key: Key | undefined;
  /** Undefined when backups aren't copied elsewhere. */
  secondPlace: PlaceConfiguration | undefined;
};

/** The part of the configuration that backups need. */
export type BackupSettings = Pick<Config, "backups" | "databaseFile" | "authoritiesFile">;

/** Returns the configuration of backups. */
export function backupsOf({ backups, databaseFile, authoritiesFile }: BackupSettings): BackupConfiguration {
  const { on, folder, keep, recipient, passphrase } = backups;
  const phrase = passphrase === undefined ? undefined : { passphrase };
  return {
    isOn: on,
    folder: folder ?? join(dirname(resolve(databaseFile)), "backups"),
    retention: keep,
    lock: recipient === undefined ? phrase : { recipient },
    key: phrase,
    secondPlace: backups.second && { ...backups.second, authoritiesFile },
  };
}

/** Returns the instant for the name of a new backup: now, or the next second whose name no file in the folder has. */
function unusedInstant(folder: string, isEncrypted: boolean): string {
  let at = now();
  while (existsSync(join(folder, nameAt(at, isEncrypted)))) at = new Date(Date.parse(at) + SECOND).toISOString();
  return at;
}

/** Returns the order for a backup of the database as it is now. @throws Error when the secret key is damaged */
export function orderOf(config: Config): BackupOrder {
  const { folder, lock } = backupsOf(config);
  const at = unusedInstant(folder, lock !== undefined);
  return { database: resolve(config.databaseFile), folder, at, secretKey: installationKey(config), lock };
}

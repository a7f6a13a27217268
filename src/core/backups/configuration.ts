/** Where backups go, how long they stay, and what they are encrypted for. */
import { dirname, join, resolve } from "node:path";
import type { Config } from "../../config";
import type { Lock } from "../../platform/age";
import type { Retention } from "./retention";

/** The configuration of backups. */
export type BackupConfiguration = {
  /** True when a backup is made every night. */
  isOn: boolean;
  folder: string;
  retention: Retention;
  /** Undefined when backups aren't encrypted. */
  lock: Lock | undefined;
};

/** Returns the configuration of backups. */
export function backupsOf({ backups, databaseFile }: Pick<Config, "backups" | "databaseFile">): BackupConfiguration {
  const { on, folder, keep, recipient, passphrase } = backups;
  const lock = recipient === undefined ? undefined : { recipient };
  return {
    isOn: on,
    folder: folder ?? join(dirname(resolve(databaseFile)), "backups"),
    retention: keep,
    lock: lock ?? (passphrase === undefined ? undefined : { passphrase }),
  };
}

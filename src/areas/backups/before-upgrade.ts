/** The copy of a database that is made before a newer version of the program upgrades it. */
import { transaction } from "../../../db";
import { SCHEMA_VERSION, versionInFile } from "../../../db/migrate";
import type { Config } from "../../config";
import { backupsOf, orderOf } from "../../core/backups/configuration";
import { writeInThread } from "../../core/backups/thread";
import { program } from "../../core/journal/journal";
import { log } from "../../platform/log";
import { recordBackup } from "./record";

/**
 * Makes a backup of a database that is about to be upgraded. Without room for it the upgrade goes ahead all the same, because it
 * is one transaction; the log says so.
 * @returns a function that records it, to be called when the database is open
 */
export async function backUpBeforeUpgrade(config: Config): Promise<() => void> {
  const { isOn, folder } = backupsOf(config);
  const version = isOn && !config.resetDatabase ? versionInFile(config.databaseFile) : 0;
  if (version === 0 || version >= SCHEMA_VERSION) return () => {};
  const began = performance.now();
  try {
    const order = orderOf(config);
    const backup = await writeInThread(order, new AbortController().signal);
    const milliseconds = Math.round(performance.now() - began);
    log.info({ version, backup: backup.name, folder }, "made a backup before the upgrade");
    return () => transaction(() => recordBackup(program("upgrade"), "upgrade", order.at, milliseconds, backup));
  } catch (error) {
    log.warn({ version, folder, reason: (error as Error).message }, "made no backup before the upgrade");
    return () => {};
  }
}

/** The copy of a database that is made before a newer version of the program upgrades it. */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { transaction } from "../../../db";
import { openAsIs } from "../../../db/files";
import { SCHEMA_VERSION, schemaVersion } from "../../../db/migrate";
import type { Config } from "../../config";
import { backupsOf } from "../../core/backups/configuration";
import { writeInThread } from "../../core/backups/thread";
import { program } from "../../core/journal/journal";
import { now } from "../../platform/clock";
import { log } from "../../platform/log";
import { secretKey } from "../../platform/secrets";
import { recordBackup } from "./record";

/** Returns the schema version of a database that will be upgraded; undefined when it won't be. */
function versionToUpgrade(file: string): number | undefined {
  if (!existsSync(file) || statSync(file).size === 0) return undefined;
  const sqlite = openAsIs(file);
  try {
    const version = schemaVersion(sqlite);
    return version > 0 && version < SCHEMA_VERSION ? version : undefined;
  } catch {
    // Opening it says what is wrong.
    return undefined;
  } finally {
    sqlite.close();
  }
}

/**
 * Makes a backup of a database that is about to be upgraded. Without room for it the upgrade goes ahead all the same, because it
 * is one transaction; the log says so.
 * @returns a function that records it, to be called when the database is open
 */
export async function backUpBeforeUpgrade(config: Config): Promise<() => void> {
  const { isOn, folder, lock } = backupsOf(config);
  const version = isOn && !config.resetDatabase ? versionToUpgrade(config.databaseFile) : undefined;
  if (version === undefined) return () => {};
  const database = resolve(config.databaseFile);
  const at = now();
  const began = performance.now();
  try {
    const key = config.secretKey ?? secretKey(config.databaseFile);
    const order = { database, folder, at, secretKey: key, lock };
    const backup = await writeInThread(order, new AbortController().signal);
    const milliseconds = Math.round(performance.now() - began);
    log.info({ version, backup: backup.name, folder }, "made a backup before the upgrade");
    return () => transaction(() => recordBackup(program("upgrade"), "upgrade", at, milliseconds, backup));
  } catch (error) {
    log.warn({ version, folder, reason: (error as Error).message }, "made no backup before the upgrade");
    return () => {};
  }
}

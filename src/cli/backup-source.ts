/** The source of a backup that somebody names: in the folder of backups, in any folder, or in the second place. */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { createPrivate } from "../../db/files";
import { readBackupConfig } from "../config";
import { withScratch } from "../core/backups/backup-file";
import { backupsOf } from "../core/backups/configuration";
import { listFiles } from "../core/backups/folder";
import { isName } from "../core/backups/names";
import { isInStore, openPlace, type PlaceConfiguration } from "../core/backups/second-place";
import { Failure } from "./failure";

/** The file of a backup, and how it is named in messages. */
export type BackupSource = { path: string; shownAs: string };

/**
 * Finds a backup and runs work with its file; one in the second place is fetched for as long as that takes.
 * @param named its name, a path, or an address as in `s3://bucket/name`; the newest one in the folder when left out
 * @param near the file next to which it is fetched
 * @throws Failure when there is none; UnusableDatabase when the second place can't be used
 */
export async function withBackupFile<T>(
  named: string | undefined,
  near: string,
  work: (source: BackupSource) => T | Promise<T>,
): Promise<T> {
  const { folder, secondPlace } = backupsOf(readBackupConfig());
  const name = named ?? listFiles(folder)[0]?.name;
  if (name === undefined) throw new Failure(`There is no backup in ${folder}.`);
  if (isInStore(name)) return fetchAndRun(placeOfAddress(name, secondPlace), name, near, work);
  const path = isName(name) && !existsSync(name) ? join(folder, name) : name;
  if (isName(name) && !existsSync(path) && secondPlace)
    return fetchAndRun(secondPlace, `${secondPlace.place}/${name}`, near, work);
  return work({ path, shownAs: path });
}

/** Returns the second place as an address names it, with the configured store and keys. @throws Failure without them */
function placeOfAddress(address: string, configured: PlaceConfiguration | undefined): PlaceConfiguration {
  if (!configured?.accessKey)
    throw new Failure(`${address} needs BACKUP_SECOND_PLACE, and the store and its keys (BACKUP_S3_…), to be read.`);
  return { ...configured, place: dirname(address) };
}

async function fetchAndRun<T>(
  place: PlaceConfiguration,
  address: string,
  near: string,
  work: (source: BackupSource) => T | Promise<T>,
): Promise<T> {
  mkdirSync(dirname(near), { recursive: true, mode: 0o700 });
  return withScratch(near, async (scratch) => {
    const path = scratch(".fetched");
    createPrivate(path);
    await openPlace(place).fetch(address.slice(address.lastIndexOf("/") + 1), path);
    return work({ path, shownAs: address });
  });
}

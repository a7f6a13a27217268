/** Backups that are overdue, here or in the second place. */
import type { Config } from "../../config";
import { backupsOf } from "../../core/backups/configuration";
import { listFiles } from "../../core/backups/folder";
import { isOfFuture } from "../../core/backups/retention";
import { DAY, fromNow } from "../../platform/clock";
import { type BackupRow, listRows } from "./rows";

/** The age at which the newest backup is overdue. */
const OVERDUE = 2 * DAY;

/** A place of backups, and the newest sound one in it; one of the future says nothing about now, and counts as none. */
type NewestBackup = { kind: "here" | "second"; place: string; newest: BackupRow | undefined };

/** Returns the newest sound backup of each place. */
export function newestIn(config: Config): NewestBackup[] {
  const { folder, secondPlace } = backupsOf(config);
  const present = new Set(listFiles(folder).map(({ name }) => name));
  const sound = listRows().filter((row) => row.verdict === "sound" && !isOfFuture(row));
  const here = sound.find(({ name }) => present.has(name));
  const copied = sound.find(({ copied_at }) => copied_at !== null);
  return [
    { kind: "here", place: folder, newest: here },
    ...(secondPlace ? [{ kind: "second" as const, place: secondPlace.place, newest: copied }] : []),
  ];
}

/** Returns a sentence for each place whose newest sound backup is too old. */
export const overdueIn = (config: Config): string[] =>
  newestIn(config).flatMap(({ place, newest }) => {
    if (newest && newest.created_at >= fromNow(-OVERDUE)) return [];
    return newest
      ? [`The newest sound backup in ${place} is of ${newest.created_at}`]
      : [`There is no sound backup in ${place}`];
  });

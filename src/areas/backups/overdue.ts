/** Backups that are overdue, here or in the second place. */
import type { Config } from "../../config";
import { backupsOf } from "../../core/backups/configuration";
import { listFiles } from "../../core/backups/folder";
import { isOfFuture } from "../../core/backups/retention";
import { findUnfinished } from "../../core/runs/rows";
import { DAY, fromNow, now } from "../../platform/clock";
import { type BackupRow, listRows } from "./rows";

/** The kind of the run that makes a backup every night. */
export const NIGHTLY = "backup";

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

/**
 * Returns the instant of the first nightly backup of a new installation; undefined once that has begun, or when there is any other
 * one.
 */
export function firstBackupDue(): string | undefined {
  const night = findUnfinished(NIGHTLY, "");
  return night && night.started_at === null && night.due_at > now() && listRows().length === 0
    ? night.due_at
    : undefined;
}

/** Returns a sentence for each place whose newest sound backup is too old; none before the first night. */
export function overdueIn(config: Config): string[] {
  if (firstBackupDue() !== undefined) return [];
  return newestIn(config).flatMap(({ place, newest }) => {
    if (newest && newest.created_at >= fromNow(-OVERDUE)) return [];
    return newest
      ? [`The newest sound backup in ${place} is of ${newest.created_at}`]
      : [`There is no sound backup in ${place}`];
  });
}

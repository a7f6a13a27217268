/** Backups that are overdue, here or in the second place. */
import type { Config } from "../../config";
import { backupsOf } from "../../core/backups/configuration";
import { listFiles } from "../../core/backups/folder";
import { DAY, fromNow } from "../../platform/clock";
import { type BackupRow, listRows } from "./rows";

/** The age at which the newest backup is overdue. */
const OVERDUE = 2 * DAY;

/** Returns a sentence for each place whose newest sound backup is too old. */
export function overdueIn(config: Config): string[] {
  const { folder, secondPlace } = backupsOf(config);
  const present = new Set(listFiles(folder).map(({ name }) => name));
  const sound = listRows().filter(({ verdict }) => verdict === "sound");
  const sentenceOf = (place: string, [newest]: readonly BackupRow[]) => {
    if (newest && newest.created_at >= fromNow(-OVERDUE)) return [];
    return newest
      ? [`The newest sound backup in ${place} is of ${newest.created_at}`]
      : [`There is no sound backup in ${place}`];
  };
  const here = sentenceOf(
    folder,
    sound.filter(({ name }) => present.has(name)),
  );
  const copies = sound.filter(({ copied_at }) => copied_at !== null);
  return secondPlace ? [...here, ...sentenceOf(secondPlace.place, copies)] : here;
}

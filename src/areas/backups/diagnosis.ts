/** The findings about backups: their age, the second place, and the integrity of what was copied last. */
import type { Config } from "../../config";
import { backupsOf } from "../../core/backups/configuration";
import { listFiles } from "../../core/backups/folder";
import { isInStore } from "../../core/backups/second-place";
import { type Finding, fine, problem, warning } from "../../core/diagnostics/finding";
import type { Measurement } from "../../core/metrics/measurement";
import { SECOND } from "../../platform/clock";
import { firstBackupDue, newestIn, overdueIn } from "./overdue";
import { listRows } from "./rows";

/** Looks at how old the backups are. */
export function examineAge(config: Config): Finding[] {
  const { isOn, folder } = backupsOf(config);
  if (!isOn)
    return [
      warning(
        "backups",
        "BACKUPS is off: nothing is copied by itself.",
        "Switch it on, or copy the database by other means.",
      ),
    ];
  const first = firstBackupDue();
  if (first !== undefined) return [fine("backups", `There is none yet: the first one is made at ${first}.`)];
  const overdue = overdueIn(config).map((sentence) =>
    problem("backups", `${sentence}.`, "Read the reason in the list of backups, and make one now."),
  );
  return overdue.length > 0 ? overdue : [fine("backups", `The newest backup in ${folder} is not older than two days.`)];
}

/** Measures the age of the newest sound backup in each place; a place without one has no value. */
export const backupMeasurements = (config: Config): Measurement[] => [
  {
    name: "stoa_backup_age_seconds",
    help: "Age of the newest sound backup, here and in the second place; without one there is no value",
    labels: ["place"],
    measure: () =>
      newestIn(config).flatMap(({ kind, newest }) =>
        newest ? [[(Date.now() - Date.parse(newest.created_at)) / SECOND, kind] as const] : [],
      ),
  },
];

/** Looks at how old the backups are, at the second place, and at the verdict of the newest. */
export function examineBackups(config: Config): Finding[] {
  const { isOn, secondPlace, lock } = backupsOf(config);
  const age = examineAge(config);
  if (!isOn) return age;
  const second = secondPlace
    ? isInStore(secondPlace.place) && !lock
      ? [
          warning(
            "second place",
            `Backups leave this machine for ${secondPlace.place} unencrypted.`,
            "Set BACKUP_PASSPHRASE or BACKUP_RECIPIENT.",
          ),
        ]
      : []
    : [
        warning(
          "second place",
          "All backups are on this machine, which may be lost.",
          "Set BACKUP_SECOND_PLACE to a folder or a bucket elsewhere.",
        ),
      ];
  return [...age, ...second, ...integrityOf(config)];
}

/** Returns the finding about the database as it was in the newest backup that was checked. */
function integrityOf(config: Config): Finding[] {
  const present = new Set(listFiles(backupsOf(config).folder).map(({ name }) => name));
  const checked = listRows().find(({ name, checked_at }) => present.has(name) && checked_at !== null);
  if (!checked) return [];
  const { name, verdict, checked_at, problem: reason } = checked;
  return verdict === "sound"
    ? [fine("integrity", `The database was sound in ${name}, checked at ${checked_at}.`)]
    : [
        problem(
          "integrity",
          `${name} is not sound: ${reason}`,
          "Run `stoa check`; restore an earlier backup if the database itself is damaged.",
        ),
      ];
}

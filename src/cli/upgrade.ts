/** `stoa upgrade --check [FILE]` */
import { existsSync, mkdtempSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Command } from "commander";
import { migrationsAfter, SCHEMA_VERSION } from "../../db/migrate";
import { rehearseUpgrade, versionOf } from "../../db/upgrade-rehearsal";
import { readBackupConfig, readDatabaseFile } from "../config";
import { checksOf } from "../core/area";
import { BACKUP_ROOM } from "../core/backups/backup-file";
import { backupsOf } from "../core/backups/configuration";
import { print } from "../platform/output";
import { VERSION } from "../version";
import { Failure } from "./failure";
import { formatSize } from "./format";

/** Room for a copy, the log of its upgrade and its rewriting, as a part of the database; and what is needed in any case. */
const ROOM = 3;
const MIN_ROOM = 64 * 1024 * 1024;

/** Adds the command `upgrade`. */
export function upgrade(stoa: Command): void {
  stoa
    .command("upgrade")
    .description("show what this version would do to a database, how long it takes, and whether a backup fits")
    .argument("[file]", "a database or a copy; the one that DATABASE_URL names when left out")
    .option("--check", "show it, and change nothing")
    .addHelpText(
      "after",
      "\nThe upgrade is rehearsed on a copy among the temporary files (TMPDIR) or next to the database, also while a server runs.",
    )
    .action(examine);
}

async function examine(file: string = readDatabaseFile(), { check }: { check?: boolean } = {}): Promise<void> {
  if (!check)
    throw new Failure(
      "The start of the server upgrades the database; `stoa upgrade --check` shows what that would do.",
    );
  const version = versionOf(file);
  if (version > SCHEMA_VERSION) throw new Failure(wayBack(file, version));
  const { size } = statSync(file);
  print(`${file} (${formatSize(size)}) has the schema version ${version}; stoa ${VERSION} has ${SCHEMA_VERSION}.`);
  if (version === SCHEMA_VERSION) return print("There is nothing to upgrade.");
  const names = migrationsAfter(version);
  print(`${names.length === 1 ? "1 migration" : `${names.length} migrations`} would run:`);
  for (const name of names) print(`  ${name}`);
  const { areas } = await import("../areas");
  const problems = rehearse(file, size, checksOf(areas));
  print(backupSentence(file, size));
  print("Nothing was changed.");
  if (problems.length > 0) throw new Failure(["The upgraded copy is not sound:", ...problems].join("\n"));
}

const wayBack = (file: string, version: number): string =>
  [
    `${file} has the schema version ${version}, and stoa ${VERSION} knows those up to ${SCHEMA_VERSION}: a newer stoa has upgraded it.`,
    "Use that newer stoa, or go back to the state before its upgrade: `stoa backup list` names the backup that it made then,",
    "and `stoa restore NAME --force` puts it in place, with the server stopped. What was changed since then is only in the file of now.",
  ].join("\n");

const freeIn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Rehearses the upgrade where there is room for it, and prints its outcome. @returns the problems of the upgraded copy */
function rehearse(file: string, size: number, checks: Parameters<typeof rehearseUpgrade>[2]): string[] {
  const needed = Math.max(MIN_ROOM, size * ROOM);
  const places = [tmpdir(), dirname(resolve(file))];
  const place = places.find((folder) => freeIn(folder) >= needed);
  if (place === undefined) {
    print(`It was not rehearsed: neither ${places.join(" nor ")} has ${formatSize(needed)} of free room.`);
    return [];
  }
  const folder = mkdtempSync(join(place, "stoa-upgrade-"));
  try {
    const { copying, upgrading, bytes, problems } = rehearseUpgrade(file, join(folder, "copy.db"), checks);
    print(
      `On a copy, made in ${seconds(copying)}, the upgrade took ${seconds(upgrading)}; the file then has ${formatSize(bytes)}.`,
    );
    return problems;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;

/** Returns the nearest folder above a path that exists, itself included. */
const existing = (path: string): string => (existsSync(path) ? path : existing(dirname(path)));

/** Returns the sentence about the backup that the start makes before it upgrades. */
function backupSentence(file: string, size: number): string {
  const { isOn, folder } = backupsOf({ ...readBackupConfig(), databaseFile: file });
  if (!isOn) return "BACKUPS is off, so that the start makes no backup before: make one with `stoa backup FILE`.";
  const free = freeIn(existing(folder));
  const needed = size * BACKUP_ROOM;
  return needed <= free
    ? `The backup that the start makes before fits into ${folder}.`
    : `The backup that the start makes before doesn't fit: ${folder} has ${formatSize(free)} of free room of ${formatSize(needed)}.`;
}

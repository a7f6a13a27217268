/** `stoa backup FILE`, `stoa backup list`, `stoa backup now` and `stoa backup verify` */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { backUp } from "../../db/backup";
import { readBackupConfig, readDatabaseFile } from "../config";
import { checksOf } from "../core/area";
import { checkBackup, writeBackup } from "../core/backups/backup-file";
import { backupsOf, orderOf } from "../core/backups/configuration";
import { listFiles } from "../core/backups/folder";
import { openPlace } from "../core/backups/second-place";
import type { Key } from "../platform/age";
import { print } from "../platform/output";
import { secretFile } from "../platform/secrets";
import { withBackupFile } from "./backup-source";
import { Failure } from "./failure";
import { formatSize, formatTable } from "./format";

/** Adds the command `backup`. */
export function backup(stoa: Command): void {
  const command = stoa
    .command("backup")
    .description("write a consistent copy of the database, also while the server runs")
    .argument("<file>", "the copy to write; it must not exist yet")
    .addHelpText(
      "after",
      "\nThe copy is one whole file. `stoa check FILE` looks whether it is sound, `stoa restore FILE` puts it in place.",
    )
    .action(copyTo);
  command.command("list").description("list the backups in the folder of backups").action(listAll);
  command
    .command("now")
    .description("make a backup in the folder of backups: packed, encrypted when that is configured, and checked")
    .action(makeNow);
  command
    .command("verify")
    .description("open a backup, check it and count its rows")
    .argument("[backup]", "its name, its file or its address as in s3://bucket/name; the newest one when left out")
    .option("--identity <file>", "file with the identity of age that opens it")
    .action(verify);
}

const configuration = () => backupsOf(readBackupConfig());

function copyTo(file: string): void {
  const database = readDatabaseFile();
  const bytes = backUp(database, file);
  print(`Wrote ${file} (${formatSize(bytes)}), a copy of ${database}.`);
  const key = secretFile(database);
  print(
    `Keep the secret key too (SECRET_KEY, or ${key}): without it sessions end and stored secrets must be entered again.`,
  );
}

const lineOf = ({ name, bytes, created_at }: { name: string; bytes: number; created_at: string }) => [
  name,
  created_at,
  formatSize(bytes),
];

async function makeNow(): Promise<void> {
  const { areas } = await import("../areas");
  const order = orderOf(readBackupConfig());
  const { name, bytes, sha256, problems } = await writeBackup(order, checksOf(areas));
  print(`Wrote ${join(order.folder, name)} (${formatSize(bytes)}).`);
  if (problems.length > 0) throw new Failure([`${name} is not sound:`, ...problems].join("\n"));
  const { secondPlace } = configuration();
  if (!secondPlace) return;
  await openPlace(secondPlace).put(join(order.folder, name), name, sha256);
  print(`Copied it to ${secondPlace.place}.`);
}

/** Lists the backups in the folder, and those in the second place. */
async function listAll(): Promise<void> {
  const { folder, secondPlace } = configuration();
  const files = listFiles(folder);
  print(files.length === 0 ? `There is no backup in ${folder}.` : formatTable(files.map(lineOf)));
  if (!secondPlace) return;
  const copies = await openPlace(secondPlace).list();
  print(
    copies.length === 0
      ? `There is no backup in ${secondPlace.place}.`
      : `In ${secondPlace.place}:\n${formatTable(copies.map(lineOf))}`,
  );
}

/** Returns what opens an encrypted backup: the identity in a file, or the configured passphrase. @throws Failure */
export async function keyFor(identityFile: string | undefined): Promise<Key | undefined> {
  if (identityFile !== undefined) {
    if (!existsSync(identityFile)) throw new Failure(`There is no file ${identityFile}.`);
    const lines = (await Bun.file(identityFile).text()).split("\n").map((line) => line.trim());
    const identity = lines.find((line) => line.startsWith("AGE-SECRET-KEY-"));
    if (!identity)
      throw new Failure(`${identityFile} has no identity of age, a line that begins with AGE-SECRET-KEY-.`);
    return { identity };
  }
  return configuration().key;
}

async function verify(named: string | undefined, { identity }: { identity?: string }): Promise<void> {
  const { areas } = await import("../areas");
  const { databaseFile } = readBackupConfig();
  const key = await keyFor(identity);
  await withBackupFile(named, databaseFile, async ({ path, shownAs }) => {
    const { problems, counts } = await checkBackup(path, { key, sha256: null, checks: checksOf(areas) });
    if (problems.length > 0) throw new Failure([`${shownAs} is not sound:`, ...problems].join("\n"));
    const rows = Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0);
    print(`${shownAs} is sound: ${counts?.["cards"] ?? 0} cards, ${rows} rows in all.`);
  });
}

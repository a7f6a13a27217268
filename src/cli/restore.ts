/** `stoa restore BACKUP` */
import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Command } from "commander";
import { restore as restoreDatabase } from "../../db/backup";
import { syncFile } from "../../db/files";
import { readDatabaseFile, readSecretKey } from "../config";
import { checksOf } from "../core/area";
import { hashOfKey, withBackup } from "../core/backups/backup-file";
import { isEncrypted } from "../platform/age";
import { isPacked } from "../platform/archive/zstd";
import { now } from "../platform/clock";
import { print } from "../platform/output";
import { existingSecretKey, secretFile } from "../platform/secrets";
import { keyFor } from "./backup";
import { type BackupSource, withBackupFile } from "./backup-source";
import { formatSize } from "./format";

/** Adds the command `restore`. */
export function restore(stoa: Command): void {
  stoa
    .command("restore")
    .description("check a backup and put it in the place of the database; the server must be stopped")
    .argument("<backup>", "its name, its file or its address as in s3://bucket/name; it is read and left as it is")
    .option("--force", "replace the database that exists, and keep it under another name", false)
    .option("--identity <file>", "file with the identity of age that opens an encrypted backup")
    .action(async (named: string, { force, identity }: { force: boolean; identity?: string }) => {
      const { areas } = await import("../areas");
      const database = readDatabaseFile();
      await withBackupFile(named, database, async (from) => {
        const { path, shownAs } = from;
        const put = (file: string) =>
          restoreDatabase(file, database, { replace: force, at: now(), checks: checksOf(areas), shownAs });
        const opened = isBackupFile(path)
          ? await openAndRestore(from, database, identity, put)
          : { result: put(path), note: undefined };
        const { oldDatabase, bytes } = opened.result;
        print(`Restored ${database} (${formatSize(bytes)}) from ${shownAs}.`);
        if (oldDatabase) print(`The former database is ${oldDatabase}.`);
        if (opened.note) print(putKey(database, opened.note));
      });
    });
}

/** Checks whether a file is packed or encrypted, and no plain copy of a database. */
const isBackupFile = (file: string): boolean =>
  existsSync(file) && statSync(file).isFile() && (isEncrypted(file) || isPacked(file));

type Note = { keyHash: string; key?: string };

/** Opens a backup next to the database and restores what is in it. */
async function openAndRestore<T>(
  { path, shownAs }: BackupSource,
  database: string,
  identity: string | undefined,
  put: (file: string) => T,
): Promise<{ result: T; note: Note }> {
  const key = await keyFor(identity);
  mkdirSync(dirname(database), { recursive: true, mode: 0o700 });
  return withBackup(path, { key, near: database, shownAs }, (copy, note) => ({ result: put(copy), note }));
}

/**
 * Puts the secret key of a backup next to a database that has none, and compares it with one that is there.
 * @returns the sentence for the operator
 */
function putKey(database: string, { keyHash, key }: Note): string {
  const present = readSecretKey() ?? existingSecretKey(database);
  if (present !== undefined)
    return hashOfKey(present) === keyHash
      ? "The secret key fits it."
      : "The secret key is another one than that of the backup: sessions end, and stored secrets must be entered again. With the key of then as SECRET_KEY they stay.";
  if (key === undefined)
    return `The backup has no secret key, because it isn't encrypted: put ${secretFile(database)} of then in its place, or set SECRET_KEY; with a new key sessions end, and stored secrets must be entered again.`;
  writeFileSync(secretFile(database), key, { mode: 0o600, flag: "wx" });
  syncFile(secretFile(database));
  return `The secret key of the backup is ${secretFile(database)} now.`;
}

/**
 * The file of a backup: a copy of the database, packed, and encrypted when it is to be. It appears under its name only when it
 * is complete, checked and durable.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { backUp } from "../../../db/backup";
import { type Check, checkUnused, countRows } from "../../../db/check";
import {
  createPrivate,
  deleteFiles,
  openAsIs,
  syncFile,
  syncFolder,
  UnusableDatabase,
  unusable,
} from "../../../db/files";
import { decryptFile, encryptFile, isEncrypted, type Key, type Lock } from "../../platform/age";
import { DamagedArchive, packFile, readNote, unpackFile } from "../../platform/archive/zstd";
import { DAY } from "../../platform/clock";
import { hashOfFile } from "../../platform/file-hash";
import { VERSION } from "../../version";
import { nameAt, UNFINISHED } from "./names";

/** The note in a backup, besides the database. */
const Note = z.object({
  version: z.string(),
  created_at: z.string(),
  counts: z.record(z.string(), z.number()),
  /** The hash of the secret key that opens its secrets, and the key itself in an encrypted one. */
  key_hash: z.string(),
  key: z.string().optional(),
});
type Note = z.infer<typeof Note>;

/** An order for a backup. */
export type BackupOrder = {
  database: string;
  folder: string;
  /** The instant that its name says. */
  at: string;
  secretKey: string;
  lock: Lock | undefined;
};

/** A backup that was written. */
export type WrittenBackup = {
  name: string;
  bytes: number;
  database_bytes: number;
  sha256: string;
  counts: Record<string, number>;
  /** The problems that its check has found; none when it is sound. */
  problems: string[];
};

/** The room that a backup needs, as a part of the database: a copy, the packed file, and the copy that is unpacked to be checked. */
export const BACKUP_ROOM = 2.5;

/** Runs work with the names of files that are deleted after it. */
export async function withScratch<T>(
  base: string,
  work: (scratch: (suffix: string) => string) => T | Promise<T>,
): Promise<T> {
  const mark = `${base}${UNFINISHED}${crypto.randomUUID().slice(0, 8)}`;
  const made: string[] = [];
  try {
    return await work((suffix) => {
      made.push(mark + suffix);
      return mark + suffix;
    });
  } finally {
    for (const file of made) deleteFiles(file);
  }
}

/** Returns the hash by which a backup knows the secret key that it needs. */
export const hashOfKey = (key: string): string => createHash("sha256").update(`stoa backup ${key}`).digest("hex");

const mib = (bytes: number) => `${Math.ceil(bytes / 1024 / 1024)} MiB`;

/** Refuses a folder without room for the backup of a database. */
function requireRoom(folder: string, database: string): void {
  const needed = statSync(database).size * BACKUP_ROOM;
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < needed)
    throw new UnusableDatabase(
      `${folder} has room for ${mib(bavail * bsize)}, and a backup needs ${mib(needed)} for a while.`,
    );
}

/** Deletes what backups that broke off have left in a folder. */
function deleteLeftovers(folder: string, at: string): void {
  const oldest = Date.parse(at) - DAY;
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (name.includes(UNFINISHED) && statSync(file).mtimeMs < oldest) rmSync(file, { force: true });
  }
}

/** Checks a copy of a database that nobody else uses. @returns its problems */
function problemsOf(copy: string, checks: readonly Check[]): string[] {
  const sqlite = openAsIs(copy);
  try {
    return checkUnused(sqlite, copy, checks).flatMap(({ check, problem }) =>
      problem === undefined ? [] : [`${check}: ${problem}`],
    );
  } finally {
    sqlite.close();
  }
}

/**
 * Makes a backup: copies the database, also while it is in use, packs and encrypts the copy, opens what was written and checks
 * it. One that is encrypted for a recipient is checked before it is encrypted, because only the recipient can open it.
 * @throws UnusableDatabase when there is no room, or a file can't be read or written
 */
export async function writeBackup(order: BackupOrder, checks: readonly Check[]): Promise<WrittenBackup> {
  const { database, folder, at, lock } = order;
  const name = nameAt(at, lock !== undefined);
  const path = join(folder, name);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    deleteLeftovers(folder, at);
    requireRoom(folder, database);
    if (existsSync(path)) throw new UnusableDatabase("it exists already; a backup never replaces a file");
    return await withScratch(path, async (scratch) => {
      const packed = scratch(".zst");
      const { size, counts } = await packDatabase(order, scratch(".copy"), packed);
      const written = lock ? await encrypted(packed, scratch(".age"), lock) : packed;
      const key = lock && "passphrase" in lock ? lock : undefined;
      const { copy } = await openBackup(key ? written : packed, key, scratch);
      const problems = problemsOf(copy, checks);
      syncFile(written);
      const sha256 = await hashOfFile(written);
      renameSync(written, path);
      syncFolder(folder);
      return { name, bytes: statSync(path).size, database_bytes: size, sha256, counts, problems };
    });
  } catch (error) {
    throw error instanceof UnusableDatabase && error.message.startsWith(folder) ? error : unusable(path, error);
  }
}

type PackedDatabase = { size: number; counts: Record<string, number> };

async function packDatabase(order: BackupOrder, copy: string, packed: string): Promise<PackedDatabase> {
  const { database, at, secretKey, lock } = order;
  const size = backUp(database, copy);
  const counts = countRows(copy);
  const note: Note = { version: VERSION, created_at: at, counts, key_hash: hashOfKey(secretKey) };
  createPrivate(packed);
  packFile(copy, packed, JSON.stringify(lock ? { ...note, key: secretKey } : note));
  rmSync(copy);
  return { size, counts };
}

async function encrypted(packed: string, to: string, lock: Lock): Promise<string> {
  createPrivate(to);
  await encryptFile(packed, to, lock);
  return to;
}

/** A backup that is opened: the database in it, as a scratch file, and its note. */
type BackupContent = { copy: string; note: Note };

/** Opens a backup into scratch files. @throws UnusableDatabase naming the backup when that can't be done */
async function openBackup(
  path: string,
  key: Key | undefined,
  scratch: (suffix: string) => string,
  shownAs = path,
): Promise<BackupContent> {
  try {
    if (!existsSync(path)) throw new UnusableDatabase("there is no such file");
    const packed = isEncrypted(path) ? await decrypted(path, scratch(".opened.zst"), key) : path;
    const copy = scratch(".opened");
    createPrivate(copy);
    unpackFile(packed, copy);
    return { copy, note: Note.parse(JSON.parse(readNote(packed))) };
  } catch (error) {
    throw unusable(shownAs, error instanceof DamagedArchive ? new UnusableDatabase(error.message) : error);
  }
}

/** Decrypts a backup. @returns the decrypted file */
async function decrypted(path: string, to: string, key: Key | undefined): Promise<string> {
  if (!key) throw new UnusableDatabase("it is encrypted, and nothing here opens it");
  createPrivate(to);
  try {
    await decryptFile(path, to, key);
    return to;
  } catch (error) {
    const isWrong = /no identity matched|passphrase/i.test((error as Error).message);
    throw new UnusableDatabase(
      isWrong ? "the passphrase or identity doesn't open it" : "it is damaged, or was encrypted by another program",
    );
  }
}

/** The note of an opened backup. */
export type OpenedBackup = { createdAt: string; counts: Record<string, number>; keyHash: string; key?: string };

const serializeNote = ({ created_at, counts, key_hash, key }: Note): OpenedBackup => ({
  createdAt: created_at,
  counts,
  keyHash: key_hash,
  ...(key !== undefined && { key }),
});

/**
 * Opens a backup and runs work with the database in it, which lies in a file next to `near` until the work has ended.
 * @param key what opens an encrypted one
 * @param shownAs its name in messages, unless it is the path
 * @throws UnusableDatabase when it is no backup, damaged, or the key doesn't open it
 */
export const withBackup = <T>(
  path: string,
  { key, near = path, shownAs = path }: { key?: Key | undefined; near?: string; shownAs?: string },
  work: (copy: string, backup: OpenedBackup) => T,
): Promise<T> =>
  withScratch(near, async (scratch) => {
    const { copy, note } = await openBackup(path, key, scratch, shownAs);
    return work(copy, serializeNote(note));
  });

/** The result of checking a backup: its problems, and its rows by table when it could be opened. */
export type BackupCheck = { problems: string[]; counts?: Record<string, number> };

/** Returns the tables whose rows are not as many as a backup says. */
const countProblems = (found: Record<string, number>, expected: Record<string, number>): string[] =>
  [...new Set([...Object.keys(found), ...Object.keys(expected)])]
    .filter((table) => found[table] !== expected[table])
    .map((table) => `counts: ${table} has ${found[table] ?? 0} rows, and ${expected[table] ?? 0} were written`);

/**
 * Checks a backup: restores it into a scratch file, checks that as `stoa check` does, and counts its rows. One that nothing here
 * can open is compared with its hash.
 * @param sha256 the hash of its file when it was written, if that is known
 */
export async function checkBackup(
  path: string,
  { key, sha256, checks }: { key: Key | undefined; sha256: string | null; checks: readonly Check[] },
): Promise<BackupCheck> {
  try {
    if (sha256 !== null && (await hashOfFile(path)) !== sha256)
      return { problems: ["the file is not as it was written"] };
    if (isEncrypted(path) && !key)
      return { problems: sha256 === null ? ["it is encrypted, and nothing here opens it"] : [] };
    return await withBackup(path, { key }, (copy, { counts: expected }) => {
      const problems = problemsOf(copy, checks);
      const counts = countRows(copy);
      return { problems: [...problems, ...countProblems(counts, expected)], counts };
    });
  } catch (error) {
    return { problems: [unusable(path, error).message] };
  }
}

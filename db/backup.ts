/** Backups: taken while the server writes, and put back in place of a database. */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { COMPANIONS, openAsIs, requireAlone, syncFile, syncFolder, UnusableDatabase, unusable } from "./files";
import { isEmpty, schemaVersion } from "./migrate";

/** A name beside a file for what is to become that file once it is whole. */
const unfinished = (file: string) => `${file}.unfinished-${crypto.randomUUID().slice(0, 8)}`;

/**
 * Writes a copy of the database as it is at this moment: one whole file, on the disk when this returns.
 * Others may go on reading and writing the database.
 * @param to a file that doesn't exist yet; it appears when it is complete
 * @returns its size in bytes
 * @throws UnusableDatabase when the database or the new file can't be used, or the new file exists already
 */
export function backUp(file: string, to: string): number {
  const exists = new UnusableDatabase(`${to} exists already; a backup never replaces a file.`);
  if (existsSync(to)) throw exists;
  const source = openAsIs(file);
  const copy = unfinished(to);
  try {
    requireContent(source, file);
    copyInto(source, copy, file, to);
    if (existsSync(to)) throw exists;
    renameSync(copy, to);
    syncFolder(dirname(to));
    return statSync(to).size;
  } finally {
    rmSync(copy, { force: true });
    source.close();
  }
}

type Connection = ReturnType<typeof openAsIs>;

function requireContent(source: Connection, file: string): void {
  try {
    if (isEmpty(source)) throw new UnusableDatabase("it is empty");
  } catch (error) {
    throw unusable(file, error);
  }
}

/** Makes an empty file that only its owner may read: there are password hashes in a database. */
const create = (file: string) => closeSync(openSync(file, "wx", 0o600));

function copyInto(source: Connection, copy: string, file: string, to: string): void {
  try {
    create(copy);
    source.run("VACUUM INTO ?", [copy]);
    syncFile(copy);
  } catch (error) {
    // A damaged page is the source's fault, a full disk the target's.
    const code = (error as { code?: string }).code ?? "";
    throw unusable(code.startsWith("SQLITE_CORRUPT") ? file : to, error);
  }
}

/** What a restore has done: the name under which the database that was there is kept, and the size of the new one. */
export type Restored = { kept: string | undefined; bytes: number };

/**
 * Puts a backup in the place of the database. What is there stays until the backup is whole, checked and on the disk
 * beside it, and is kept under another name after that; to be interrupted at any moment leaves the one or the other.
 * @param options.replace allows to replace a database that exists
 * @param options.at an instant, for the name under which the old database is kept
 * @throws UnusableDatabase when the backup is no sound database of Stoa's, or the database in its place is in use
 */
export function restore(from: string, file: string, options: { replace: boolean; at: string }): Restored {
  const exists = existsSync(file);
  // Renaming would replace a link and leave the file that it names.
  const place = exists ? realpathSync(file) : file;
  requireWholeFile(from);
  if (exists && realpathSync(from) === place) throw new UnusableDatabase(`${from} is the database itself.`);
  if (exists && !statSync(place).isFile()) throw unusable(file, new UnusableDatabase("it is not a file"));
  if (exists && !options.replace)
    throw new UnusableDatabase(`${file} exists; --force replaces it and keeps it beside, under another name.`);
  const copy = unfinished(place);
  try {
    copyWhole(from, copy, file);
    requireSound(copy, from);
    syncFile(copy);
    const kept = exists ? setAside(place, options.at) : undefined;
    renameSync(copy, place);
    syncFolder(dirname(place));
    return { kept, bytes: statSync(place).size };
  } finally {
    for (const suffix of ["", ...COMPANIONS]) rmSync(copy + suffix, { force: true });
  }
}

/** Refuses a file that is missing, and one whose log lies beside it: alone it lacks what is in the log. */
function requireWholeFile(file: string): void {
  if (!existsSync(file)) throw new UnusableDatabase(`There is no file ${file}.`);
  if (!statSync(file).isFile()) throw unusable(file, new UnusableDatabase("it is not a file"));
  if (statSync(file).size === 0) throw unusable(file, new UnusableDatabase("it is empty"));
  if (COMPANIONS.some((suffix) => existsSync(file + suffix)))
    throw unusable(
      file,
      new UnusableDatabase("it is in use or was not closed; make a backup of it with `stoa backup`"),
    );
}

function copyWhole(from: string, copy: string, file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    create(copy);
    // Where the file system can let two files share their blocks, this costs nothing.
    copyFileSync(from, copy, constants.COPYFILE_FICLONE);
    chmodSync(copy, 0o600);
  } catch (error) {
    throw unusable(file, error);
  }
}

/** Refuses a copy that is no sound database of Stoa's; leaves it without a log of its own. */
function requireSound(copy: string, from: string): void {
  const sqlite = openAsIs(copy);
  try {
    if (schemaVersion(sqlite) === 0) throw new UnusableDatabase("it is empty");
    requireAlone(sqlite);
    const [first] = sqlite.query("PRAGMA integrity_check(1)").values() as [[string]];
    if (first[0] !== "ok") throw new UnusableDatabase(`it is damaged: ${first[0].replaceAll(/\s*\n\s*/g, " ")}`);
    const dangling = sqlite.query("PRAGMA foreign_key_check").get() as { table: string; parent: string } | null;
    if (dangling)
      throw new UnusableDatabase(
        `it is damaged: a row of ${dangling.table} refers to a row of ${dangling.parent} that is missing`,
      );
  } catch (error) {
    throw unusable(from, error);
  } finally {
    sqlite.close();
  }
}

/**
 * Gives the database a second name, and takes its log away from the first: a log is read into whatever file has its name.
 * @throws UnusableDatabase when the database is in use, or is another program's
 */
function setAside(place: string, at: string): string {
  closeUp(place);
  const kept = `${place}.before-restore-${at.replaceAll(/[-:.]/g, "")}`;
  if (existsSync(kept)) throw new UnusableDatabase(`${kept} exists already; try again.`);
  giveSecondName(place, kept);
  for (const suffix of COMPANIONS)
    if (existsSync(place + suffix)) {
      giveSecondName(place + suffix, kept + suffix);
      rmSync(place + suffix);
    }
  syncFolder(dirname(place));
  return kept;
}

/** Moves what is in the log of a database into its file, so that nothing is left beside it. A damaged one is left as it is. */
function closeUp(place: string): void {
  const old = openAsIs(place);
  try {
    isEmpty(old);
    requireAlone(old);
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (code !== "SQLITE_NOTADB" && !code.startsWith("SQLITE_CORRUPT")) throw unusable(place, error);
  } finally {
    old.close();
  }
}

/** A second name for a file; a copy where the file system knows only one name for each. */
function giveSecondName(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch {
    copyFileSync(file, name, constants.COPYFILE_EXCL);
    syncFile(name);
  }
}

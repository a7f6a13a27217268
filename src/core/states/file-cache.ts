/**
 * The files of other states: each is made for the first who asks for it, and serves all others until nobody has asked for it
 * for a while, or others need the room. All of them together are bounded.
 */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { deleteFiles } from "../../../db/files";
import type { Moment } from "../../../db/states";
import { Problem } from "../../http/errors";
import { MINUTE } from "../../platform/clock";

/** Files that there are at most, and the bytes of all of them; one is always possible, however large. */
export const FILE_LIMITS = { files: 8, bytes: 4 * 1024 ** 3 };
/** Milliseconds after which a file is deleted that nobody has asked for. */
const UNUSED = 15 * MINUTE;
/** The part of the disk's free room that a file may take: the database needs it more. */
const SHARE_OF_ROOM = 0.5;

const noRoom = (reason: string) =>
  new Problem(503, `There is no room for another state of the landscape: ${reason}`, { "Retry-After": "30" });

/** A file that was made, and of a state of the past its moment. */
export type MadeFile = { path: string; bytes: number; moment?: Moment };

type CachedFile<File extends MadeFile> = {
  made: Promise<File>;
  /** The bytes that it may get while it is made. */
  bytes: number;
  /** The file once it is made. */
  file: File | undefined;
  users: number;
  usedAt: number;
  isDiscarded: boolean;
};

/** Returns the bytes of a file with its log, which grow as it is changed. */
const bytesOf = (path: string) => Bun.file(path).size + Bun.file(`${path}-wal`).size;

/** The files of other states, by keys. */
export type FileCache = {
  /**
   * Runs work over a file, which stays as long as that takes.
   * @param make is called when there is none of the key
   * @throws Problem 503 when there is no room; what making and work throw
   */
  use<File extends MadeFile, T>(key: string, make: () => Promise<File>, work: (file: File) => Promise<T>): Promise<T>;
  /**
   * Runs work over one of the files that are made already, which stays as long as that takes.
   * @param choose chooses it, or none
   */
  useOneOf<T>(
    choose: (made: readonly MadeFile[]) => MadeFile | undefined,
    work: (file: MadeFile | undefined) => Promise<T>,
  ): Promise<T>;
  /** Checks whether there is room for some more bytes in the files that are there, as there always is in a single one. */
  mayGrow(bytes: number): boolean;
  /** Gives the file of a key to another one, in place of what that has. */
  rename(key: string, to: string): void;
  /** Deletes a file, if there is one, once nobody uses it any more. */
  discard(key: string): void;
  stop(): void;
};

/**
 * Creates an empty cache.
 * @param databaseFile next to which the files are, none of which is larger when it is made
 * @param limits of what there is at a time, in files and bytes
 */
export function cacheFiles(databaseFile: string, limits = FILE_LIMITS): FileCache {
  const files = new Map<string, CachedFile<MadeFile>>();
  /** All that take room: those that were discarded as well, as long as somebody uses them. */
  const present = new Set<CachedFile<MadeFile>>();

  /** Deletes a file that was discarded, unless somebody uses it, who may yet have to open it. */
  function deleteUnused(file: CachedFile<MadeFile>): void {
    if (!file.isDiscarded || file.users > 0) return;
    present.delete(file);
    file.made.then(
      ({ path }) => deleteFiles(path),
      () => {},
    );
  }

  function discard(key: string): void {
    const file = files.get(key);
    if (!file) return;
    files.delete(key);
    file.isDiscarded = true;
    deleteUnused(file);
  }

  /** Deletes what was used longest ago until one more fits. @throws Problem 503 when all are in use */
  function makeRoom(): void {
    const expected = Bun.file(databaseFile).size;
    const idle = [...files].filter(([, { users }]) => users === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
    while (present.size >= limits.files || (present.size > 0 && bytesOfAll() + expected > limits.bytes)) {
      const oldest = idle.shift();
      if (!oldest) throw noRoom(`${present.size} are being looked at`);
      discard(oldest[0]);
    }
    if (!isOnDisk(expected)) throw noRoom("the disk is nearly full");
  }

  /** Returns the bytes of all files as they are now. */
  const bytesOfAll = () =>
    present.values().reduce((sum, { file, bytes }) => sum + (file ? bytesOf(file.path) : bytes), 0);

  /** Checks whether the disk has room for some bytes in addition to the files that are being made. */
  function isOnDisk(added: number): boolean {
    const { bavail, bsize } = statfsSync(dirname(databaseFile));
    const inTheMaking = present.values().reduce((sum, { file, bytes }) => sum + (file ? 0 : bytes), added);
    return inTheMaking <= bavail * bsize * SHARE_OF_ROOM;
  }

  function add<File extends MadeFile>(key: string, made: Promise<File>): CachedFile<File> {
    const bytes = Bun.file(databaseFile).size;
    const file: CachedFile<File> = { made, bytes, file: undefined, users: 0, usedAt: Date.now(), isDiscarded: false };
    files.set(key, file);
    present.add(file);
    made.then(
      (madeFile) => {
        file.file = madeFile;
      },
      () => {
        present.delete(file);
        if (files.get(key) === file) files.delete(key);
      },
    );
    return file;
  }

  const sweeping = setInterval(() => {
    for (const [key, { users, usedAt }] of files) if (users === 0 && usedAt < Date.now() - UNUSED) discard(key);
  }, MINUTE);
  sweeping.unref();

  return {
    async use<File extends MadeFile, T>(key: string, make: () => Promise<File>, work: (file: File) => Promise<T>) {
      let file = files.get(key) as CachedFile<File> | undefined;
      if (!file) {
        makeRoom();
        file = add(key, make());
      }
      file.users++;
      try {
        const made = await file.made;
        return await work(made);
      } finally {
        file.users--;
        file.usedAt = Date.now();
        deleteUnused(file);
      }
    },
    async useOneOf(choose, work) {
      const chosen = choose([...files.values()].flatMap(({ file }) => file ?? []));
      const file = chosen && files.values().find((each) => each.file === chosen);
      if (!file) return work(undefined);
      file.users++;
      try {
        return await work(chosen);
      } finally {
        file.users--;
        deleteUnused(file);
      }
    },
    mayGrow: (bytes) => isOnDisk(bytes) && (present.size === 1 || bytesOfAll() + bytes <= limits.bytes),
    rename(key, to) {
      const file = files.get(key);
      if (!file) return;
      discard(to);
      files.delete(key);
      files.set(to, file);
    },
    discard,
    stop() {
      clearInterval(sweeping);
      for (const key of [...files.keys()]) discard(key);
    },
  };
}

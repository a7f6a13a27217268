/**
 * The files of other states: each is made for the first who asks for it, and serves all others until nobody has asked for it
 * for a while, or others need the room. All of them together are bounded.
 */
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { deleteFiles } from "../../../db/files";
import { Problem } from "../../http/errors";
import { MINUTE } from "../../platform/clock";

/** Files that are cached at most, and the bytes of all of them. */
const MAX_FILES = 8;
const MAX_BYTES = 4 * 1024 ** 3;
/** Milliseconds after which a file is deleted that nobody has asked for. */
const UNUSED = 15 * MINUTE;
/** The part of the disk's free room that a file may take: the database needs it more. */
const SHARE_OF_ROOM = 0.5;

const noRoom = (reason: string) =>
  new Problem(503, `There is no room for another state of the landscape: ${reason}`, { "Retry-After": "30" });

/** A file that was made. */
export type MadeFile = { path: string; bytes: number };

type CachedFile<File extends MadeFile> = {
  made: Promise<File>;
  bytes: number;
  users: number;
  usedAt: number;
  isDiscarded: boolean;
};

/** The files of other states, by keys. */
export type FileCache = {
  /**
   * Runs work over a file, which stays as long as that takes.
   * @param make is called when there is none of the key
   * @throws Problem 503 when there is no room; what making and work throw
   */
  use<File extends MadeFile, T>(key: string, make: () => Promise<File>, work: (file: File) => Promise<T>): Promise<T>;
  /** Puts a file that was made elsewhere in the place of another one. */
  replace(key: string, file: MadeFile): void;
  /** Deletes a file, if there is one, once nobody uses it any more. */
  discard(key: string): void;
  stop(): void;
};

/** Creates an empty cache. @param databaseFile next to which the files are */
export function cacheFiles(databaseFile: string): FileCache {
  const files = new Map<string, CachedFile<MadeFile>>();

  /** Deletes a file that was discarded, unless somebody uses it, who may yet have to open it. */
  function deleteUnused({ isDiscarded, users, made }: CachedFile<MadeFile>): void {
    if (!isDiscarded || users > 0) return;
    made.then(
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
    const idle = [...files].filter(([, { users }]) => users === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
    const bytes = () => files.values().reduce((sum, each) => sum + each.bytes, 0);
    while (files.size >= MAX_FILES || bytes() > MAX_BYTES) {
      const oldest = idle.shift();
      if (!oldest) throw noRoom(`${files.size} are being looked at`);
      discard(oldest[0]);
    }
    const { bavail, bsize } = statfsSync(dirname(databaseFile));
    if (Bun.file(databaseFile).size > bavail * bsize * SHARE_OF_ROOM) throw noRoom("the disk is nearly full");
  }

  function add<File extends MadeFile>(key: string, made: Promise<File>): CachedFile<File> {
    const file: CachedFile<File> = { made, bytes: 0, users: 0, usedAt: Date.now(), isDiscarded: false };
    files.set(key, file);
    made.then(
      ({ bytes }) => {
        file.bytes = bytes;
      },
      () => {
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
        return await work(await file.made);
      } finally {
        file.users--;
        file.usedAt = Date.now();
        deleteUnused(file);
      }
    },
    replace(key, file) {
      discard(key);
      add(key, Promise.resolve(file));
    },
    discard,
    stop() {
      clearInterval(sweeping);
      for (const key of [...files.keys()]) discard(key);
    },
  };
}

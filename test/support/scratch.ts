/** Folders for the files of tests; they are deleted when a test file is done. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder in memory, as most systems with Linux have it. */
const IN_MEMORY = "/dev/shm";
/** The room that is asked for, which is more than the tests take. */
const ROOM = 4 * 2 ** 30;

/**
 * Returns the folder for temporary files. It is one in memory if there is room: a sync takes no time there, and a process that
 * is killed leaves the same behind as on a disk.
 */
function place(): string {
  try {
    const mounted = readFileSync("/proc/mounts", "utf8")
      .split("\n")
      .map((line) => line.split(" "))
      .findLast(([, folder]) => folder === IN_MEMORY);
    const [, , type, options = ""] = mounted ?? [];
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    const isFit = type === "tmpfs" && /^rw\b/.test(options) && !/\bnoexec\b/.test(options) && bavail * bsize > ROOM;
    return isFit ? IN_MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

const scratch = join(process.env["TMPDIR"] ? tmpdir() : place(), `stoa-test-${Bun.randomUUIDv7()}`);

/** Creates a new, empty folder. */
export function newFolder(): string {
  mkdirSync(scratch, { recursive: true });
  return mkdtempSync(join(scratch, "f-"));
}

/** Removes all of them. */
export const deleteFolders = (): void => rmSync(scratch, { recursive: true, force: true });

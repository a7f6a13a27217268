/** Commands that run another command with restrictions: see `through` of the executable. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./scratch";

/** Checks whether this process may write into a read-only folder, as the superuser may unless that right was taken. */
function writesAnywhere(): boolean {
  const folder = newFolder();
  chmodSync(folder, 0o555);
  try {
    writeFileSync(join(folder, "file"), "");
    return true;
  } catch {
    return false;
  }
}

/** Runs a command without the superuser's right to write into read-only folders. */
export const unprivileged: string[] = writesAnywhere()
  ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]
  : [];

/**
 * Returns the command that limits files to so many KiB: writing more fails, as on a full disk. The shell counts in blocks
 * of 512 bytes.
 */
export const limitedFiles = (kibibytes: number): string[] => [
  "sh",
  "-c",
  `trap "" XFSZ; ulimit -f ${kibibytes * 2}; exec "$0" "$@"`,
];

/** Checks whether this process may mount a file system of its own. */
export const mayMount: boolean = Bun.spawnSync(["unshare", "-rm", "true"]).exitCode === 0;

/** Returns the command that puts a disk of so many KiB into a folder, for the command alone; see `mayMount`. */
export const smallDisk = (folder: string, kibibytes: number): string[] => [
  ...["unshare", "-rm", "sh", "-c"],
  `mount -t tmpfs -o size=${kibibytes}k none '${folder}' && exec "$0" "$@"`,
];

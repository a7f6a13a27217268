/** Detection of files and folders that other accounts of the machine may open. */
import { statSync } from "node:fs";

/** Reading or writing by the group and by others. */
const BY_OTHERS = 0o066;

/** A file or folder that is open to others, and the command that closes it. */
export type Exposure = { path: string; command: string };

/**
 * Finds the files and folders, among some, that the group or other accounts may read or write; those that don't
 * exist are left out, and Windows has no such rights.
 */
export function exposedToOthers(paths: readonly string[]): Exposure[] {
  if (process.platform === "win32") return [];
  return paths.flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats || (stats.mode & BY_OTHERS) === 0) return [];
    return [{ path, command: `chmod ${stats.isDirectory() ? 700 : 600} ${path}` }];
  });
}

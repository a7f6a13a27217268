/** The product's version, from package.json, and the commit that it was made from. */
import { dirname, join } from "node:path";
import manifest from "../package.json" with { type: "json" };

/** `scripts/build.ts` writes the commit of a build here; from source there is no such constant. */
declare const STOA_COMMIT: string | null;

export const VERSION: string = manifest.version;

/**
 * Returns the commit that is checked out in a folder, as git names it.
 * @returns null when the folder is no root of a git repository, or git is missing
 */
export function commitOf(folder: string): string | null {
  try {
    // The ceiling keeps git from answering for another repository that the folder happens to lie in.
    const environment = { ...process.env, GIT_CEILING_DIRECTORIES: dirname(folder) };
    const { success, stdout } = Bun.spawnSync(["git", "rev-parse", "HEAD"], {
      cwd: folder,
      env: environment,
      stderr: "ignore",
    });
    return success ? stdout.toString().trim() : null;
  } catch {
    return null;
  }
}

let found: string | null | undefined;

/**
 * Finds the commit that this program was made from: that of the build, or what git says of the sources; null when nobody
 * knows.
 */
export function findCommit(): string | null {
  if (typeof STOA_COMMIT !== "undefined") return STOA_COMMIT;
  if (found === undefined) found = commitOf(join(import.meta.dir, ".."));
  return found;
}

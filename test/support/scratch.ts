/** Folders for the files of tests; they are deleted when a test file is done. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const scratch = join(tmpdir(), `stoa-test-${Bun.randomUUIDv7()}`);

/** Creates a new, empty folder. */
export function newFolder(): string {
  mkdirSync(scratch, { recursive: true });
  return mkdtempSync(join(scratch, "f-"));
}

/** Removes all of them. */
export const deleteFolders = (): void => rmSync(scratch, { recursive: true, force: true });

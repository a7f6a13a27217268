/** Folders for the files of tests; gone when the run is over. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export const scratch = mkdtempSync(join(tmpdir(), "stoa-test-"));

/** A new, empty folder. */
export const newFolder = (): string => mkdtempSync(join(scratch, "f-"));

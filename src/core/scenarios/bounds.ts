/** Bounds of the files that a scenario stores with its changes, and reads and applies at once. */
import { Problem } from "../../http/errors";

/** The largest file that is brought into a scenario, in bytes. */
export const LARGEST_FILE = 10 * 1024 * 1024;
/** The largest form with such a file, in bytes. */
export const LARGEST_FORM = LARGEST_FILE + 64 * 1024;
/** Records of a file that a scenario takes: a merge of more would hold others up, and could not be rolled back. */
export const MAX_RECORDS = 10_000;

/** @throws Problem 413 for a file that is larger than a scenario takes */
export function requireSmallFile({ length }: Uint8Array): void {
  if (length > LARGEST_FILE)
    throw new Problem(413, `The file must not be larger than ${LARGEST_FILE} bytes in a scenario`);
}

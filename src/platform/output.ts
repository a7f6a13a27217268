/** What the program writes to its terminal, its log file, or the program it is piped into. */
import { writeSync } from "node:fs";

/** How often a reader that takes nothing is asked again, a millisecond apart, before a piece is given up. */
const PATIENCE = 1_000;

const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes text at once and whole, so that nothing is lost when the process ends right after it.
 * What can't be written (the reader has gone, the disk is full) is dropped: no request may fail for it.
 * @param descriptor 1 for standard output, 2 for standard error
 */
export function write(descriptor: 1 | 2, text: string): void {
  let bytes = Buffer.from(text);
  let refused = 0;
  while (bytes.length > 0)
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      if ((error as { code?: string }).code !== "EAGAIN" || ++refused > PATIENCE) return;
      Atomics.wait(pause, 0, 0, 1);
    }
}

/** Writes lines to standard output. */
export const print = (text: string): void => write(1, `${text}\n`);

/** Writes lines to standard error. */
export const complain = (text: string): void => write(2, `${text}\n`);

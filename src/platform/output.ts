/** Writing to standard output and standard error. */
import { writeSync } from "node:fs";

/** The number of retries, a millisecond apart, while a pipe is full; after them the text is dropped. */
const RETRIES = 1_000;

const pause = new Int32Array(new SharedArrayBuffer(4));

/**
 * Writes text synchronously, so that nothing is lost when the process ends. Text that can't be written is dropped.
 * @param descriptor 1 for standard output, 2 for standard error
 */
export function write(descriptor: 1 | 2, text: string): void {
  let bytes = Buffer.from(text);
  let refused = 0;
  while (bytes.length > 0)
    try {
      bytes = bytes.subarray(writeSync(descriptor, bytes));
    } catch (error) {
      if ((error as { code?: string }).code !== "EAGAIN" || ++refused > RETRIES) return;
      Atomics.wait(pause, 0, 0, 1);
    }
}

/** Prints lines to standard output. */
export const print = (text: string): void => write(1, `${text}\n`);

/** Prints lines to standard error. */
export const printError = (text: string): void => write(2, `${text}\n`);
